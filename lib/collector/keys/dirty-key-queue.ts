import type { ByteString } from '../../domain/keys/bytes';
import { type ChangeCount, type Changes, createChangeCount, WINDOW_MS } from './change-count';

const FLUSH_MS = 10;
const BATCH = 500;
/** Where not all keys can be read, a batch takes this long, ms: the newest are read while they are new. */
const SHORT_BATCH_MS = 100;
const LEAST = 20;
/** Share of a batch for the keys that wait longest without a reading, where not all can be read. */
const FAIR_SHARE = 0.25;
const MOST_LOCKS = 10_000;
const MOST_UNRECOGNISED = 10_000;
/** Messages of one key closer together than this may come from one command, ms. */
const ONE_ACT_MS = 3;
/** A change that is read later than this counts as missed: the reading shows only its outcome, ms. */
export const IN_TIME_MS = 1_000;

/** Changed keys waiting to be read, coalesced: each key once, however often it was reported. */
export type DirtyKeyQueue = {
  /** A key that is, or may well be, a lock. */
  add(key: ByteString): void;
  /**
   * A key that was not reported itself: a channel or a companion key points to it. It may not exist, so it is read, but does
   * not count as a change. `reportedMs` = when it was reported after all, and is read only now; default: now.
   */
  addCandidate(key: ByteString, reportedMs?: number): void;
  /** An unrecognised key: read when the budget allows, dropped when there are too many. */
  addUnrecognised(key: ByteString): void;
  /** Unrecognised keys dropped so far. */
  dropped(): number;
  /** The share of the reported changes of locks that was seen. */
  changes(): Changes;
  clear(): void;
  stop(): Promise<void>;
};

type DirtyKeyQueueOptions = {
  /**
   * Reads the keys now; `reports` = the reports of each. Resolves with the number of changes that each reading shows: 0
   * where a lock came and went unseen, 2 where it shows one hold's end and the next one's start, 1 for a key that is left
   * out. A failure means that the connection is gone.
   */
  read(
    keys: ByteString[],
    reports: ReadonlyMap<ByteString, Report>,
  ): Promise<ReadonlyMap<ByteString, number>>;
  /** Whether the budget is spent, so that unrecognised keys wait. */
  busy(): boolean;
  /** How many keys a second the budget allows. */
  keysPerSecond(): number;
  /** Whether the key is a known lock, which the reconciler re-reads even if its change is shed. */
  isKnown(key: ByteString): boolean;
  now: () => number;
  /** Whether the change that was reported last is counted elsewhere, so that it counts as none here. Default: none is. */
  isCounted?(key: ByteString): boolean;
  /** Whether a key that was counted elsewhere came and went, so that no reading would show it. Default: none did. */
  isOver?(key: ByteString): boolean;
  /** Where changes count. Default: of its own. */
  count?: ChangeCount;
};

/** How often a change of a key was reported, and when first. */
export type Report = { writes: number; firstMs: number };

/** `acts` = how many of its changes came from separate commands. */
type Waiting = Report & { acts: number; lastMs: number };

/**
 * An empty queue that coalesces changes for some 10 ms, then flushes in batches. Where more keys change than can be read,
 * the newest go first, since they are the likeliest to be still true. A share is kept for those that wait longest without
 * a reading. The oldest are shed, which is counted.
 */
export function createDirtyKeyQueue(options: DirtyKeyQueueOptions): DirtyKeyQueue {
  const { read, busy, isKnown, now, isCounted = () => false, isOver = () => false } = options;
  const locks = new Map<ByteString, Waiting>();
  const unrecognised = new Map<ByteString, Report>();
  const { count = createChangeCount(now) } = options;
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
    if (locks.size > most) forgetOver();
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

  /** The newest keys, and a share of the longest-waiting keys that were never read. */
  function someOf(most: number): ByteString[] {
    const fair: ByteString[] = [];
    for (const key of locks.keys()) {
      if (fair.length >= most * FAIR_SHARE) break;
      if (!isKnown(key)) fair.push(key);
    }
    return [...fair, ...[...locks.keys()].slice(fair.length - most).reverse()];
  }

  /** Drops keys that waited so long that they count as late: the next keyspace scan or reconcile pass finds them. */
  function forgetOld(): void {
    const fromMs = now() - WINDOW_MS;
    for (const [key, { lastMs }] of locks) {
      if (lastMs >= fromMs) break;
      locks.delete(key);
    }
  }

  function forgetOver(): void {
    for (const [key, { acts }] of locks) if (acts === 0 && isOver(key)) locks.delete(key);
  }

  function shed(): void {
    const [oldest] = locks;
    if (!oldest) return;
    locks.delete(oldest[0]);
    count.missed(oldest[1].acts);
  }

  function put(key: ByteString, isReported: boolean, reportedMs = now()): void {
    const at = now();
    const { writes, acts, firstMs, lastMs } = locks.get(key) ?? {
      ...{ writes: 0, firstMs: reportedMs },
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
    add: (key) => put(key, !isCounted(key)),
    addCandidate: (key, reportedMs) => put(key, false, reportedMs),
    addUnrecognised(key) {
      if (locks.has(key)) return put(key, !isCounted(key));
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
