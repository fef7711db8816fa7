import type { ByteString } from '../../domain/keys/bytes';
import { type Changes, createChangeCount, WINDOW_MS } from './change-count';

const FLUSH_MS = 10;
const BATCH = 500;
/** Where not all can be read, a batch takes this long, ms: the newest are read while they are new. */
const SHORT_BATCH_MS = 100;
const LEAST = 20;
/** Share of a batch for those that wait longest without a reading, where not all can be read. */
const FAIR_SHARE = 0.25;
const MOST_LOCKS = 10_000;
const MOST_UNRECOGNISED = 10_000;
/** Messages of one key that are closer than this may be of one command, ms. */
const ONE_ACT_MS = 3;
/** A change that is read later than this shows only what came of it, ms. */
export const IN_TIME_MS = 1_000;

/** Changed keys on their way to be read: each once, however often it was reported. */
export type DirtyKeyQueue = {
  /** A key that is, or may well be, a lock. */
  add(key: ByteString): void;
  /**
   * A key of which nothing was reported itself: what a channel or a key beside it may be about. There may be no such key, so
   * that it is read, and counts as no change.
   */
  addCandidate(key: ByteString): void;
  /** A key nobody knows: looked at when there is time, dropped when there are too many. */
  addUnrecognised(key: ByteString): void;
  /** Unrecognised keys dropped so far. */
  dropped(): number;
  /** How much of what was reported of locks was seen. */
  changes(): Changes;
  clear(): void;
  stop(): Promise<void>;
};

export type DirtyKeyQueueOptions = {
  /**
   * Looks at the keys now; `reports` = what was reported of each. Resolves with how many changes the reading of each shows: 0
   * where what came went unseen, 2 where one holder's end and the next one's begin are known by it; 1 of a key that is left
   * out. A failure means the connection is gone.
   */
  read(
    keys: ByteString[],
    reports: ReadonlyMap<ByteString, Report>,
  ): Promise<ReadonlyMap<ByteString, number>>;
  /** Whether the budget is spent: unrecognised keys have to wait. */
  busy(): boolean;
  /** How many keys the budget allows to be read. */
  keysPerSecond(): number;
  /** Whether the key is a known lock, which is read again in turn even if its change is shed. */
  isKnown(key: ByteString): boolean;
  now: () => number;
};

/** How often a change of a key was reported, and when first. */
export type Report = { writes: number; firstMs: number };

/** `acts` = how many of its changes were apart. */
type Waiting = Report & { acts: number; lastMs: number };

/**
 * Empty queue that flushes some 10 ms after the first change, in batches. Where more changes than can be read, the newest go
 * first, since they are the likeliest to be still true; a share is kept for those that wait longest without a reading, and the
 * oldest are shed, which is counted.
 */
export function createDirtyKeyQueue(options: DirtyKeyQueueOptions): DirtyKeyQueue {
  const { read, busy, isKnown, now } = options;
  const locks = new Map<ByteString, Waiting>();
  const unrecognised = new Map<ByteString, Report>();
  const count = createChangeCount(now);
  let underWay = new Map<ByteString, Waiting>();
  let dropped = 0;
  let stopped = false;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let running: Promise<void> = Promise.resolve();

  function schedule(ms: number): void {
    if (timer || stopped) return;
    timer = setTimeout(() => (running = flush()), ms);
  }

  async function flush(): Promise<void> {
    forgetOld();
    const batch = take();
    try {
      const observed = batch.size > 0 ? await read([...batch.keys()], batch) : null;
      const at = now();
      for (const [key, each] of underWay) {
        const saw = isLate(each, at) ? 0 : Math.min(each.acts, observed?.get(key) ?? 1);
        count.saw(saw);
        count.missed(each.acts - saw);
      }
    } catch {
      // The connection failed: everything is read again when it is back.
    }
    underWay = new Map();
    timer = null;
    if (locks.size > 0 || unrecognised.size > 0) schedule(locks.size > 0 || !busy() ? FLUSH_MS : 100);
  }

  function take(): Map<ByteString, Report> {
    const batch = new Map<ByteString, Report>();
    const short = Math.max(LEAST, Math.floor((options.keysPerSecond() * SHORT_BATCH_MS) / 1_000));
    const most = busy() ? Math.min(BATCH, short) : BATCH;
    for (const key of locks.size <= most ? [...locks.keys()] : someOf(most)) {
      const waiting = locks.get(key);
      if (!waiting) continue;
      locks.delete(key);
      batch.set(key, waiting);
      underWay.set(key, waiting);
    }
    if (busy()) return batch;
    for (const [key, report] of unrecognised) {
      if (batch.size >= BATCH) break;
      batch.set(key, report);
      unrecognised.delete(key);
    }
    return batch;
  }

  /** The newest, and of those that wait longest some that were never read. */
  function someOf(most: number): ByteString[] {
    const fair: ByteString[] = [];
    for (const key of locks.keys()) {
      if (fair.length >= most * FAIR_SHARE) break;
      if (!isKnown(key)) fair.push(key);
    }
    return [...fair, ...[...locks.keys()].slice(fair.length - most).reverse()];
  }

  /** What waited for so long was counted as late, and is found by the next pass over names or known locks. */
  function forgetOld(): void {
    const fromMs = now() - WINDOW_MS;
    for (const [key, { lastMs }] of locks) {
      if (lastMs >= fromMs) break;
      locks.delete(key);
    }
  }

  function shed(): void {
    const [oldest] = locks;
    if (!oldest) return;
    locks.delete(oldest[0]);
    count.missed(oldest[1].acts);
  }

  function put(key: ByteString, isReported: boolean): void {
    const at = now();
    const { writes, acts, firstMs, lastMs } = locks.get(key) ?? {
      ...{ writes: 0, firstMs: at },
      ...unrecognised.get(key),
      acts: 0,
      lastMs: Number.NEGATIVE_INFINITY,
    };
    unrecognised.delete(key);
    locks.delete(key);
    if (locks.size >= MOST_LOCKS) shed();
    const isSameAct = !isReported || (acts > 0 && at - lastMs < ONE_ACT_MS);
    locks.set(key, { writes: writes + 1, acts: isSameAct ? acts : acts + 1, firstMs, lastMs: at });
    schedule(FLUSH_MS);
  }

  return {
    add: (key) => put(key, true),
    addCandidate: (key) => put(key, false),
    addUnrecognised(key) {
      if (locks.has(key)) return put(key, true);
      if (unrecognised.size >= MOST_UNRECOGNISED && !unrecognised.has(key)) {
        unrecognised.delete(unrecognised.keys().next().value ?? '');
        dropped += 1;
      }
      const { writes, firstMs } = unrecognised.get(key) ?? { writes: 0, firstMs: now() };
      unrecognised.set(key, { writes: writes + 1, firstMs });
      schedule(FLUSH_MS);
    },
    dropped: () => dropped,
    changes() {
      const at = now();
      const late = [...locks.values(), ...underWay.values()].filter((each) => isLate(each, at));
      return count.changes(late.reduce((sum, { acts }) => sum + acts, 0));
    },
    clear() {
      locks.clear();
      unrecognised.clear();
    },
    async stop() {
      stopped = true;
      if (timer) clearTimeout(timer);
      locks.clear();
      unrecognised.clear();
      await running;
    },
  };
}

function isLate({ firstMs }: Waiting, at: number): boolean {
  return at - firstMs > IN_TIME_MS;
}
