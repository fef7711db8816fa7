import { takeOne } from './drawn-order';

/** A queue of requests for locks, each served by one of `locks` equal locks in the order given. Times in ms. */
export type Demand = {
  atMs: number;
  /** How long it holds its lock. */
  holdMs: number;
  /** Added when it has to wait for another hold to end. */
  handoverMs: number;
  /** Added when the lock is free. */
  delayMs: number;
  /** It gives up after that long; null = never. */
  patienceMs: number | null;
  /** Which of the locks it asks for, from 0. */
  lock: number;
};

/** A request that was served at `leftMs`, or gave up then. */
export type Served = { atMs: number; leftMs: number; gaveUp: boolean; lock: number };

/**
 * Serves all requests of each lock one after the other: one begins when it has come and the hold before it has ended. Exact
 * for first come, first served; the sum of waits is the same in any order that does not look at the length of holds. Pure.
 */
export function serveInTurn(demands: readonly Demand[]): { served: Served[]; busyMs: number } {
  const freeMs = new Map<number, number>();
  let busyMs = 0;
  const served = demands.map((demand): Served => {
    const { atMs, holdMs, patienceMs, lock } = demand;
    const free = freeMs.get(lock) ?? Number.NEGATIVE_INFINITY;
    const beginMs = atMs < free ? free + demand.handoverMs : atMs + demand.delayMs;
    const untilMs = patienceMs === null ? Number.POSITIVE_INFINITY : atMs + patienceMs;
    if (beginMs >= untilMs) return { atMs, leftMs: untilMs, gaveUp: true, lock };
    freeMs.set(lock, beginMs + holdMs);
    busyMs += holdMs;
    return { atMs, leftMs: beginMs, gaveUp: false, lock };
  });
  return { served, busyMs };
}

/** How long each waited, ms, first come first served. */
export function waitsInTurn(served: readonly Served[]): number[] {
  return served.map(({ atMs, leftMs }) => leftMs - atMs);
}

/**
 * How long each waited, ms, where anybody who waits may go next: when one leaves, it is drawn which. The sum is the same as
 * in turn, the longest waits are longer.
 */
export function waitsByChance(served: readonly Served[], random: () => number): number[] {
  const byLock = new Map<number, Served[]>();
  for (const each of served) {
    const others = byLock.get(each.lock);
    if (others) others.push(each);
    else byLock.set(each.lock, [each]);
  }
  return [...byLock.values()].flatMap((ofLock) => {
    const came = ofLock.map(({ atMs }) => atMs).sort((a, b) => a - b);
    const left = ofLock.map(({ leftMs }) => leftMs).sort((a, b) => a - b);
    const there: number[] = [];
    let next = 0;
    return left.map((leftMs) => {
      for (let atMs = came[next]; atMs !== undefined && atMs <= leftMs; atMs = came[++next]) there.push(atMs);
      return leftMs - (takeOne(there, random) ?? leftMs);
    });
  });
}
