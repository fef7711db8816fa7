import type { LockId } from '../keys/lock-id';

/** How often each of two orders has to be seen: fewer may be the reading of one moment. */
const LEAST_TIMES = 3;
/** Share of the times that both locks were held, in which they were seen to be taken one after the other. */
const LEAST_SHARE = 0.2;

/** How often one lock was taken while the same token had another. Times in epoch ms. */
export type OrderSeen = {
  seen: number;
  /** How often both were taken and given back together, as one hold over several keys. */
  together: number;
  firstMs: number;
  lastMs: number;
  /** Who did so last; null = not known. */
  holder: string | null;
  /** Digest of the token, while only one did so; '' = several did, null = none. */
  token: string | null;
};

type OrderedLock = { id: LockId; key: string; family: string };

/** Two locks that were taken in both orders: `forth` = `b` under `a`, `back` = `a` under `b`. */
export type CrossedPair = {
  target: string;
  a: OrderedLock;
  b: OrderedLock;
  forth: OrderSeen;
  back: OrderSeen;
};

/** Locks of two families (or of one twice) that are taken in both orders. */
export type CrossedOrder = {
  target: string;
  families: [string, string];
  /** Times that the same two locks were taken in each order, summed over them. */
  times: number;
  /** Most often crossed first; of each, `a` is of the first family. */
  pairs: CrossedPair[];
  /** Since when both orders are known, and when the rarer one of them was seen last, epoch ms. */
  sinceMs: number;
  lastMs: number;
};

/**
 * Of pairs that were seen in both orders, those that may become a deadlock; see docs/insights/lock-order.md. Only the same
 * two locks count: two families in both orders never meet where each order has locks of its own, as parts of a tree have.
 * Pure.
 */
export function crossedOrders(pairs: readonly CrossedPair[]): CrossedOrder[] {
  const byFamilies = new Map<string, CrossedPair[]>();
  for (const pair of pairs) {
    if (isOfOneHolder(pair)) continue;
    const turned = pair.a.family <= pair.b.family ? pair : turn(pair);
    const name = JSON.stringify([turned.target, turned.a.family, turned.b.family]);
    byFamilies.set(name, [...(byFamilies.get(name) ?? []), turned]);
  }
  return [...byFamilies.values()].flatMap((all) => crossedOf(all) ?? []);
}

function crossedOf(all: readonly CrossedPair[]): CrossedOrder | null {
  const [first] = all;
  const times = all.reduce((sum, pair) => sum + timesCrossed(pair), 0);
  if (!first || times < LEAST_TIMES) return null;
  const isOneHold = ['forth' as const, 'back' as const].some((way) => {
    const seen = all.reduce((sum, pair) => sum + pair[way].seen, 0);
    const together = all.reduce((sum, pair) => sum + pair[way].together, 0);
    return seen < (seen + together) * LEAST_SHARE;
  });
  if (isOneHold) return null;
  return {
    target: first.target,
    families: [first.a.family, first.b.family],
    times,
    pairs: [...all].sort((one, other) => timesCrossed(other) - timesCrossed(one)),
    sinceMs: Math.min(...all.map(({ forth, back }) => Math.max(forth.firstMs, back.firstMs))),
    lastMs: Math.max(...all.map(({ forth, back }) => Math.min(forth.lastMs, back.lastMs))),
  };
}

/** How often these two were taken in each order. */
export function timesCrossed({ forth, back }: CrossedPair): number {
  return Math.min(forth.seen, back.seen);
}

/** The same the other way round. */
export function turn({ target, a, b, forth, back }: CrossedPair): CrossedPair {
  return { target, a: b, b: a, forth: back, back: forth };
}

/** One thread never waits for itself. */
function isOfOneHolder({ forth, back }: CrossedPair): boolean {
  return forth.token !== '' && forth.token === back.token;
}
