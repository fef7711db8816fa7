import { readContentsOnce } from './contents';
import { type KeyspaceScanOptions, nothingCovered, type ReadFound, scanKeyspaceOnce } from './keyspace-scan';

const EVENTS_PATIENCE_MS = 3_000;
const RETRY_MS = 1_000;
/** Where changes are not reported, the keyspace is scanned this often, ms, and for a tenth of the time at most. */
const UNREPORTED_REPEAT_MS = 1_000;
const UNREPORTED_SHARE = 10;

/** Schedules the passes over the keyspace, and tracks their progress. */
type Discovery = {
  /** Runs a keyspace scan if one is due. Rejects when the connection fails. */
  scan(read: ReadFound): Promise<void>;
  /** Runs a pass over the contents of a large keyspace if one is due. Rejects when the connection fails. */
  contents(read: ReadFound): Promise<void>;
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

export function createDiscovery(options: KeyspaceScanOptions): Discovery {
  const { server, facts, progress } = options;
  const { now } = server;
  let beganAtMs = 0;
  let settled = false;
  let nextScanMs = 0;
  let nextContentsMs = 0;

  /** null = the server is away, or was not asked about itself yet. */
  const session = () => (facts.last() ? server.session() : null);

  return {
    async scan(read) {
      const mine = session();
      if (mine === null || now() < nextScanMs) return;
      // A change between a page of the scan and the start of tracking would be missed.
      if (!settled && now() - beganAtMs < EVENTS_PATIENCE_MS) return;
      nextScanMs = Number.POSITIVE_INFINITY;
      const startedMs = now();
      let waitMs = RETRY_MS;
      try {
        waitMs = await scanKeyspaceOnce(options, read, () => mine === session());
      } finally {
        if (!options.isReported())
          waitMs = Math.min(waitMs, Math.max(UNREPORTED_REPEAT_MS, UNREPORTED_SHARE * (now() - startedMs)));
        // Another scan may have been requested meanwhile.
        nextScanMs = Math.min(nextScanMs, now() + waitMs);
      }
    },
    async contents(read) {
      const mine = session();
      if (mine === null || now() < nextContentsMs) return;
      nextContentsMs = now() + (await readContentsOnce(options, read, () => mine === session()));
    },
    begin() {
      beganAtMs = now();
      nextScanMs = 0;
      nextContentsMs = 0;
    },
    forget: () => void Object.assign(progress, nothingCovered()),
    eventsSettled() {
      settled = true;
      nextScanMs = 0;
    },
    eventsLost() {
      settled = false;
    },
    again() {
      nextScanMs = 0;
    },
  };
}
