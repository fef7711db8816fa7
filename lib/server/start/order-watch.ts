import type { Collector } from '../../collector/types';
import type { Evidence } from '../../contract/finding';
import type { LockId } from '../../domain/keys/lock-id';
import type { CrossedWith } from '../../domain/locks/lock-facts';
import { type CrossedPair, crossedOrders, timesCrossed, turn } from '../../domain/locks/lock-order';
import type { Db } from '../../history/database/multi-row';
import { crossedPairs } from '../../history/queries/crossed-pairs';

/** An order that was not seen for so long is not taken any more. */
const WINDOW_MS = 7 * 86_400_000;

/**
 * Reports to the collectors which locks are taken in both orders with another one, by what history knows. To be called every few
 * seconds. Rejects when history gives no answer; what was known before stays.
 */
export function createOrderWatch(
  collectors: () => readonly Pick<Collector, 'setCrossed'>[],
  db: Db,
  now: () => number,
): () => Promise<void> {
  let shown = false;

  return async () => {
    const pairs = await crossedPairs(db, { target: null, family: null, lock: null }, now() - WINDOW_MS);
    const crossed = crossedLocks(pairs);
    if (crossed.size === 0 && !shown) return;
    shown = crossed.size > 0;
    for (const collector of collectors()) collector.setCrossed(crossed);
  };
}

/** Of each lock the pair that was crossed most often. */
function crossedLocks(found: readonly CrossedPair[]): Map<LockId, CrossedWith> {
  const worst = new Map<LockId, CrossedPair>();
  for (const { pairs } of crossedOrders(found)) {
    for (const pair of pairs.flatMap((each) => [each, turn(each)])) {
      const known = worst.get(pair.a.id);
      if (!known || timesCrossed(pair) > timesCrossed(known)) worst.set(pair.a.id, pair);
    }
  }
  return new Map([...worst].map(([id, pair]) => [id, crossedWith(pair)]));
}

/** What is said of `a`: first the order in which it comes first. */
function crossedWith(pair: CrossedPair): CrossedWith {
  const { forth, back } = pair;
  const evidence = [pair, turn(pair)].map(({ a, b, forth: { seen, holder, lastMs } }): Evidence => {
    const values = { lock: pair.b.id, first: a.key, key: b.key, count: seen, holder: holder ?? '' };
    return { code: 'taken-in-order', values, tone: 'at-risk', known: { by: 'inferred', atMs: lastMs } };
  });
  return { sinceMs: Math.max(forth.firstMs, back.firstMs), times: timesCrossed(pair), evidence };
}
