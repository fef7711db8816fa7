import { startLoop } from '../../collector/keys/loop';
import type { Collector } from '../../collector/types';
import { silencer } from '../../domain/lists/silence';
import type { Archive } from '../../history/archive/archive-types';
import type { EventFact } from '../../history/recorder/event-facts';
import type { LockChange } from '../../history/recorder/lock-change';
import { recordedLeases } from '../../history/recorder/recorded-leases';
import { createRecorder } from '../../history/recorder/recorder';
import type { Writer } from '../../history/recorder/writer';
import type { SilenceStore } from './silence-store';
import { within } from './within';

const SECOND = 1_000;
/** So long the archive is asked what an earlier watch left open. */
const ADOPT_MS = 5_000;
/** Nobody looked for longer than that: what happened in between was not watched, whoever answers now. */
const STALLED_MS = 5_000;

export type RecordingOptions = {
  target: string;
  archive: Pick<Archive, 'openSpans' | 'endOpenSpans'>;
  writer: Pick<Writer, 'offer'>;
  silences: Pick<SilenceStore, 'running'>;
  /** Which console this is. */
  watcher: string;
  /** Fencing token of the lease under which the target is watched; null = nobody else could. */
  fence: number | null;
  /** Called once, when the history under the name of the target is known to be that of its server. */
  recall?: () => Promise<void>;
  /** Told of each hold that is proven to have expired while it was held, once, with the id of its format. */
  onExpiredWhileHeld?: (place: { target: string; format: string }) => void;
  now: () => number;
  log: (message: string, details: Record<string, unknown>) => void;
};

/** What of a collector is recorded beside its changes. */
export type Recordable = Pick<Collector, 'isUp' | 'nodes' | 'waits' | 'locks' | 'aliveAtMs' | 'setRecorded'>;

export type Recording = {
  /** For the collector, as its `record`. */
  readonly record: (change: LockChange) => void;
  /** The same, as its `count`. */
  readonly count: (fact: EventFact | null) => void;
  /** Begins, once the collector that is recorded is there. */
  begin(collector: Recordable): void;
  /** Hands what is left to the writer, and ends. To be called when the collector has stopped. */
  stop(): Promise<void>;
};

/**
 * Records one target from its collector to the writer, once a second. Holds that an earlier watch left open are gone on
 * with where they are found again; the others are ended when everything was looked at once.
 */
export function createRecording(options: RecordingOptions): Recording {
  const { target, archive, writer, watcher, fence, now, log } = options;
  const beganMs = now();
  let silenceOf = silencer([], 0);
  const recorder = createRecorder({
    target,
    watcher,
    onProven: ({ formatId: format }) => options.onExpiredWhileHeld?.({ target, format }),
    isSilenced: ({ code }, { lock, node, key }) => silenceOf({ code, target, id: lock, node, key }) !== null,
  });
  /** Changes that wait until it is known what was left open. */
  let early: (() => void)[] | null = [];
  let watchedToMs: number | null = null;
  let leftOpen = true;
  let watching: Pick<Collector, 'isUp' | 'nodes' | 'setRecorded'> | null = null;
  let loop: ReturnType<typeof startLoop> | null = null;
  let ready: Promise<void> = Promise.resolve();

  async function adopt(): Promise<void> {
    try {
      const open = await within(ADOPT_MS, archive.openSpans(target));
      recorder.adopt(open);
      watching?.setRecorded(recordedLeases(open, now()));
      options.recall?.().catch((error: unknown) => survived('earlier figures are not known', error));
    } catch (error) {
      survived('what was left open is not known', error);
    }
    const waiting = early ?? [];
    early = null;
    for (const each of waiting) each();
  }

  function survived(what: string, error: unknown): void {
    log(what, { target, error: error instanceof Error ? error.message : String(error) });
  }

  function watch({ isUp, nodes }: Pick<Collector, 'isUp' | 'nodes'>): void {
    const statuses = nodes();
    recorder.nodes(statuses, now());
    const lastMs = Math.max(0, ...statuses.map(({ lastAnswerAtMs }) => lastAnswerAtMs ?? 0));
    if (!isUp() || lastMs === 0) {
      if (watchedToMs !== null && lastMs > watchedToMs) recorder.watched(watchedToMs, lastMs);
      watchedToMs = null;
      return;
    }
    const isAnew = watchedToMs === null || lastMs - watchedToMs > STALLED_MS;
    const fromMs = isAnew ? lastMs : (watchedToMs ?? lastMs);
    if (lastMs < fromMs) return;
    recorder.watched(fromMs, lastMs);
    watchedToMs = lastMs;
  }

  async function endLeftOpen({ nodes }: Pick<Collector, 'nodes'>): Promise<void> {
    if (!leftOpen || nodes().some(({ coverage }) => coverage.completedAtMs === null)) return;
    leftOpen = false;
    try {
      await archive.endOpenSpans({ target, fence, keep: recorder.adopted(), beforeMs: beganMs });
    } catch (error) {
      leftOpen = true;
      survived('what was left open was not ended', error);
    }
  }

  function offer(): void {
    const batch = recorder.drain(now(), fence);
    if (batch) writer.offer(batch);
  }

  function whenReady(work: () => void): void {
    // The first that is heard of a server (again): what was before it was not watched.
    if (watchedToMs === null && watching) watch(watching);
    if (early) early.push(work);
    else work();
  }

  async function everySecond(collector: Recordable): Promise<void> {
    if (early) return;
    silenceOf = silencer(options.silences.running(), now());
    watch(collector);
    recorder.waits(collector.waits(), now());
    recorder.alive(collector.aliveAtMs);
    offer();
    await endLeftOpen(collector);
  }

  return {
    record(change) {
      const atMs = now();
      whenReady(() => recorder.take(change, atMs));
    },
    count(fact) {
      const atMs = now();
      whenReady(() => recorder.count(fact, atMs));
    },
    begin(collector) {
      watching = collector;
      ready = adopt();
      loop = startLoop(
        SECOND,
        () => everySecond(collector),
        (error) => survived('not recorded', error),
      );
    },
    async stop() {
      await ready;
      await loop?.stop();
      offer();
    },
  };
}
