import type { RecordedHold, RecordedLock } from '../../history/queries/recorded-locks';

/** Somebody who asked for the lock, and got it or not. Times are epoch ms. */
type Arrival = {
  atMs: number;
  /** null = it gave up, or still waits: how long it would hold the lock is not recorded. */
  hold: RecordedHold | null;
  /** It gave up after that long, ms; null = it did not. */
  patienceMs: number | null;
};

export type LockRequest = Arrival & {
  /** From when the lock was free and asked for until it was taken, ms. */
  delayMs: number;
  /** Whether it waited for another hold to end: its delay is a hand-over. */
  handedOver: boolean;
};

/** Waiters are counted once a second where no queue says more: one that got the lock may be counted until then. */
const COUNT_LAG_MS = 1_500;

/**
 * Who asked for a lock and when, in the order they were served. Only how many waited is recorded: everybody who asked has
 * got the lock, given up or waits, so arrivals = holds + give-ups + waiters. Waiters are taken to be served first come, first
 * served; who goes first changes no sum of waits. The sum of all waits is the time integral of the recorded counts.
 */
export function requestsOf({ holds, waiting }: RecordedLock, fromMs: number, toMs: number): LockRequest[] {
  const arrivals = new Arrivals();
  arrivals.counted(waiting.findLast(({ atMs }) => atMs <= fromMs)?.waiters ?? 0, fromMs);
  const changes = waiting.filter(({ atMs }) => atMs > fromMs);
  let next = 0;
  for (const hold of holds) {
    for (let change = changes[next]; change && change.atMs < hold.fromMs; change = changes[++next])
      arrivals.counted(change.waiters ?? 0, change.atMs);
    arrivals.began(hold, fromMs);
  }
  for (const { waiters, atMs } of changes.slice(next)) arrivals.counted(waiters ?? 0, atMs);
  return withDelays(arrivals.end(), toMs);
}

class Arrivals {
  readonly #all: Arrival[] = [];
  /** When those came who wait, the first first. */
  readonly #queue: number[] = [];
  /** Of holds that began while somebody waited, whose waiter is still counted. */
  readonly #served: Arrival[] = [];

  began(hold: RecordedHold, fromMs: number): void {
    this.#settle(hold.fromMs);
    const arrival = this.#add({ atMs: hold.fromMs, hold, patienceMs: null });
    if (hold.fromMs >= fromMs && this.#queue.length > this.#served.length) this.#served.push(arrival);
  }

  /** From `atMs` on `count` wait. */
  counted(count: number, atMs: number): void {
    this.#settle(atMs);
    while (this.#queue.length < count) this.#queue.push(atMs);
    while (this.#queue.length > count) {
      const cameMs = this.#queue.shift() ?? atMs;
      const served = this.#served.shift();
      // It is counted for a while after it got the lock, and was not for as long after it came.
      if (served) served.atMs -= atMs - cameMs;
      else this.#add({ atMs: cameMs, hold: null, patienceMs: atMs - cameMs });
    }
  }

  end(): Arrival[] {
    this.#settle(Number.POSITIVE_INFINITY);
    for (const atMs of this.#queue) this.#add({ atMs, hold: null, patienceMs: null });
    return this.#all;
  }

  #add(arrival: Arrival): Arrival {
    this.#all.push(arrival);
    return arrival;
  }

  /** Where nobody was counted less since a hold began, another came as one waiter got the lock. */
  #settle(nowMs: number): void {
    for (;;) {
      const [served] = this.#served;
      if (!served || served.atMs >= nowMs - COUNT_LAG_MS) return;
      this.#served.shift();
      const beganMs = served.atMs;
      served.atMs = this.#queue.shift() ?? beganMs;
      const place = this.#queue.findIndex((cameMs) => cameMs > beganMs);
      this.#queue.splice(place < 0 ? this.#queue.length : place, 0, beganMs);
    }
  }
}

/** How long each took to take the lock once it could, as recorded: a replay without any change begins each hold when it began. */
function withDelays(arrivals: readonly Arrival[], toMs: number): LockRequest[] {
  let freeMs = Number.NEGATIVE_INFINITY;
  return arrivals.map((arrival) => {
    const { atMs, hold, patienceMs } = arrival;
    const endedMs = hold?.fromMs ?? (patienceMs === null ? toMs : atMs + patienceMs);
    const request = {
      ...arrival,
      delayMs: Math.max(0, endedMs - Math.max(atMs, freeMs)),
      handedOver: atMs < freeMs,
    };
    if (hold) freeMs = Math.max(freeMs, hold.toMs ?? toMs);
    return request;
  });
}
