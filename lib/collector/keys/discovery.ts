import { readContentsOnce } from './contents';
import {
  type KeyspaceScanOptions,
  nothingCovered,
  type ScanProgress,
  scanKeyspaceOnce,
} from './keyspace-scan';
import type { Sleeper } from './sleeper';

const EVENTS_PATIENCE_MS = 3_000;
const RETRY_MS = 1_000;
/** Where changes are not reported, the keyspace is scanned this often, ms, and for a tenth of the time at most. */
const UNTOLD_REPEAT_MS = 1_000;
const UNTOLD_SHARE = 10;

/** Schedules the passes over the keyspace, and tracks their progress. */
export type Discovery = {
  progress: ScanProgress;
  /** Runs a keyspace scan if one is due. Never rejects. */
  scan(): Promise<void>;
  /** Runs a pass over the contents of a large keyspace if one is due. Rejects when the connection fails. */
  contents(): Promise<void>;
  /** The node is back. */
  begin(): void;
  /** The node is away: covered keys may have changed. */
  forget(): void;
  /** Events arrive, or never will: a scan from now on misses nothing. */
  eventsSettled(): void;
  eventsLost(): void;
  /** A scan is due now. */
  again(): void;
};

export type DiscoveryOptions = Omit<KeyspaceScanOptions, 'progress'> & {
  commandsPerSecond: number;
  sleeper: Sleeper;
  /** Changes whenever the node goes or comes back; null while it is away, or until the server was asked about itself. */
  session(): number | null;
  onError(what: string, error: unknown): void;
};

export function createDiscovery(options: DiscoveryOptions): Discovery {
  const { now, session, sleeper } = options;
  const progress = nothingCovered();
  const sweepOptions: KeyspaceScanOptions = { ...options, progress };
  let beganAtMs = 0;
  let settled = false;
  let nextSweepMs = 0;
  let nextContentsMs = 0;

  return {
    progress,
    async scan() {
      const mine = session();
      if (mine === null || now() < nextSweepMs) return;
      // A change between a page of the scan and the start of tracking would be missed.
      if (!settled && now() - beganAtMs < EVENTS_PATIENCE_MS) return;
      nextSweepMs = Number.POSITIVE_INFINITY;
      const startedMs = now();
      let waitMs = RETRY_MS;
      try {
        waitMs = await scanKeyspaceOnce(sweepOptions, () => mine === session());
      } catch (error) {
        options.onError('a keyspace scan failed', error);
      }
      if (!options.told())
        waitMs = Math.min(waitMs, Math.max(UNTOLD_REPEAT_MS, UNTOLD_SHARE * (now() - startedMs)));
      // Another scan may have been requested meanwhile.
      nextSweepMs = Math.min(nextSweepMs, now() + waitMs);
    },
    async contents() {
      const mine = session();
      if (mine === null || now() < nextContentsMs) return;
      const paced = { ...sweepOptions, commandsPerSecond: options.commandsPerSecond, pause: sleeper.pause };
      nextContentsMs = now() + (await readContentsOnce(paced, () => mine === session()));
    },
    begin() {
      beganAtMs = now();
      nextSweepMs = 0;
      nextContentsMs = 0;
    },
    forget: () => void Object.assign(progress, nothingCovered()),
    eventsSettled() {
      settled = true;
      nextSweepMs = 0;
    },
    eventsLost() {
      settled = false;
    },
    again() {
      nextSweepMs = 0;
    },
  };
}
