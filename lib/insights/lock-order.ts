import { type CrossedOrder, crossedOrders } from '../domain/locks/lock-order';
import { crossedPairs } from '../history/queries/crossed-pairs';
import { lockWaits } from '../history/queries/lock-waits';
import type { InsightRule } from './core/insight-rule';

const HOUR_S = 3_600;
/** Pairs that are listed. */
const ROWS = 20;
/** Chance that one time was misread: taken together, and read as if one was taken after the other. */
const MISREAD = 0.1;

/** `harm` = waiter-seconds an hour of the locks in question: what stands still when the deadlock comes. */
type Facts = { order: CrossedOrder; harm: number };

/** Locks that are taken in both orders: a deadlock once the two holders meet. */
export const lockOrderInsight: InsightRule<Facts> = {
  code: 'lock-order',
  async read(db, { scope, fromMs, toMs }) {
    const orders = crossedOrders(await crossedPairs(db, scope, fromMs));
    const locksOf = ({ pairs }: CrossedOrder) => [...new Set(pairs.flatMap(({ a, b }) => [a.id, b.id]))];
    const waited = await lockWaits(db, scope, orders.flatMap(locksOf), { fromMs, toMs });
    const hours = (toMs - fromMs) / 1_000 / HOUR_S;
    return orders.map((order) => {
      const seconds = locksOf(order).reduce((sum, id) => sum + (waited.get(id) ?? 0), 0);
      return { order, harm: seconds / hours };
    });
  },
  detect({ order: { target, families, pairs, times }, harm }) {
    const [first, ...more] = pairs;
    if (!first) return null;
    const isOnePair = more.length === 0;
    const [forth, back] = ['forth' as const, 'back' as const].map((way) =>
      pairs.reduce((sum, pair) => sum + pair[way].seen, 0),
    ) as [number, number];
    const names = isOnePair ? [first.a.key, first.b.key] : families;
    return {
      ...{ code: 'lock-order', target, family: families[0], method: 'counted', harm },
      lock: isOnePair ? first.a.id : null,
      key: isOnePair ? first.a.key : null,
      n: forth + back,
      confidence: 1 - MISREAD ** times,
      values: { first: names[0] ?? '', key: names[1] ?? '', forth, back, times },
      rows: pairs.slice(0, ROWS).map(({ a, b, ...seen }) => ({
        ...{ lock: a.id, first: a.key, key: b.key, forth: seen.forth.seen, back: seen.back.seen },
        ...{ holder: seen.forth.holder ?? '', heldBy: seen.back.holder ?? '' },
      })),
    };
  },
};
