import { setTimeout as sleep } from 'node:timers/promises';
import { isLockError } from '../../lib/locks';
import type { AnyLease, AnyLock } from '../../lib/locks/faults/kinds';
import { aborted } from './aborted';
import { until } from './redis-server';

export type LoadWorker = {
  client: AnyLock;
  /** Names the server that answers this worker now, where one of several may. */
  place?(): unknown;
};

export type LoadOptions = {
  key: string;
  leaseMs: number;
  waitMs: number;
  /** How long a worker keeps the lock. */
  holdMs: number;
};

/** One hold as its worker lived it. Times are monotonic ms of this process. */
export type Hold = {
  worker: number;
  /** See `LoadWorker`; as it was when the lease came. */
  place: unknown;
  askedMs: number;
  heldMs: number;
  /** Until when the worker took it for its own: released, told lost, or by its lease at an end. Infinity = it still does. */
  endMs: number;
  /** Why it was lost, or null. */
  lost: unknown;
};

/** A call that ended in an error other than busy or lost. */
export type Failure = { worker: number; call: 'acquire' | 'release'; error: unknown };

export type Load = {
  holds: Hold[];
  failures: Failure[];
  /** Acquisitions that ended with `wait-timeout`. */
  busy(): number;
  /** The longest time a call of any kind took to end, ms. */
  longestCallMs(): number;
  /** Resolves when every worker had the lock by a call made after now; throws after `limitMs`. */
  everyWorkerHeld(limitMs?: number): Promise<void>;
  /** Ends the load; resolves when each worker has given back what it had. */
  stop(): Promise<void>;
};

/** Workers that take one lock in turn, hold it for a moment under a watchdog, and release it, until `stop`. */
export function startLoad(workers: readonly LoadWorker[], options: LoadOptions): Load {
  const { key, leaseMs, waitMs, holdMs } = options;
  const holds: Hold[] = [];
  const failures: Failure[] = [];
  let busy = 0;
  let longestCallMs = 0;
  let stopped = false;

  async function timed<T>(call: Promise<T>): Promise<T> {
    const startMs = performance.now();
    try {
      return await call;
    } finally {
      longestCallMs = Math.max(longestCallMs, performance.now() - startMs);
    }
  }

  async function take(worker: number, client: AnyLock): Promise<AnyLease | null> {
    try {
      return await timed(client.acquire(key, { leaseMs, waitMs, watchdog: true }));
    } catch (error) {
      if (isLockError(error, 'wait-timeout')) busy++;
      else failures.push({ worker, call: 'acquire', error });
      await sleep(20); // an error that comes at once must not become a loop without pause
      return null;
    }
  }

  async function turn(worker: number, { client, place }: LoadWorker): Promise<void> {
    const askedMs = performance.now();
    const lease = await take(worker, client);
    if (!lease) return;
    const heldMs = performance.now();
    const hold: Hold = {
      worker,
      place: place?.(),
      askedMs,
      heldMs,
      endMs: Number.POSITIVE_INFINITY,
      lost: null,
    };
    holds.push(hold);
    const over = new AbortController();
    void aborted(lease.signal).then(() => over.abort());
    await sleep(holdMs, null, { signal: over.signal }).catch(() => {}); // lost: the hold is over at once
    hold.endMs = Math.min(performance.now(), monotonicEnd(lease));
    try {
      await timed(lease.release());
    } catch (error) {
      if (isLockError(error, 'lost')) hold.lost = error.details.why;
      else failures.push({ worker, call: 'release', error });
    }
  }

  async function run(worker: number, own: LoadWorker): Promise<void> {
    while (!stopped) {
      await turn(worker, own);
      // Who releases and asks again at once overtakes all that wait: nothing promises them a turn.
      await sleep(Math.random() * 4 * holdMs);
    }
  }
  const running = Promise.all(workers.map((own, worker) => run(worker, own)));

  return {
    holds,
    failures,
    busy: () => busy,
    longestCallMs: () => longestCallMs,
    async everyWorkerHeld(limitMs) {
      const sinceMs = performance.now();
      const had = (worker: number) => holds.some((hold) => hold.worker === worker && hold.askedMs >= sinceMs);
      await until('every worker had the lock', () => workers.every((_, worker) => had(worker)), limitMs);
    },
    async stop() {
      stopped = true;
      await running;
    },
  };
}

/** Pairs of holds in which both workers took the lock for their own at the same time, the older hold first. */
export function overlaps(holds: readonly Hold[]): [Hold, Hold][] {
  const sorted = [...holds].sort((a, b) => a.heldMs - b.heldMs);
  return sorted.flatMap((older, at) =>
    sorted
      .slice(at + 1)
      .flatMap((younger): [Hold, Hold][] =>
        younger.heldMs < older.endMs - CLOCK_GRAIN_MS ? [[older, younger]] : [],
      ),
  );
}

/** `expiresAtMs` is in whole milliseconds of another clock than `performance.now()`. */
const CLOCK_GRAIN_MS = 2;

function monotonicEnd(lease: AnyLease): number {
  return performance.now() + lease.expiresAtMs - Date.now();
}
