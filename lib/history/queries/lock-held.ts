import { commonMs, type Interval, union } from './coverage';
import type { Grid } from './grid';
import type { Db } from './scope';
import type { BucketSums } from './series-rows';
import { LONG_MS, lasted, lastedLess } from './span-rows';

/**
 * How long a lock was held in each point, ms. A bucket in which something happened has a row that says so; in all others it
 * was held throughout by a hold as long as the bucket, or not at all, as far as it was watched.
 */
export async function heldByPoint(
  db: Db,
  lock: number,
  grid: Grid,
  rows: readonly BucketSums[],
  watched: readonly Interval[],
  nowMs: number,
): Promise<Map<number, number>> {
  const told = new Map(rows.map((row) => [row.startMs, row.heldMs]));
  const holds = union(await longHolds(db, lock, grid, nowMs));
  const held = new Map<number, number>();
  for (const startMs of grid.startsMs) {
    let sum = 0;
    for (let at = startMs; at < startMs + grid.pointMs; at += grid.tierMs)
      sum += told.get(at) ?? heldIn(holds, watched, { fromMs: at, toMs: at + grid.tierMs });
    held.set(startMs, sum);
  }
  return held;
}

function heldIn(holds: readonly Interval[], watched: readonly Interval[], bucket: Interval): number {
  const within = (intervals: readonly Interval[]) =>
    intervals
      .filter(({ fromMs, toMs }) => fromMs < bucket.toMs && toMs > bucket.fromMs)
      .map(({ fromMs, toMs }) => ({
        fromMs: Math.max(fromMs, bucket.fromMs),
        toMs: Math.min(toMs, bucket.toMs),
      }));
  const inside = within(holds);
  return inside.length === 0 ? 0 : commonMs(inside, within(watched));
}

/** Holds that may fill a bucket, each along an index. */
async function longHolds(db: Db, lock: number, grid: Grid, nowMs: number): Promise<Interval[]> {
  const base = () =>
    db
      .selectFrom('spans as sp')
      .select(['sp.from_ms', 'sp.to_ms'])
      .where('sp.lock', '=', lock)
      .where('sp.from_ms', '<', grid.endMs);
  const ended = () => base().where('sp.to_ms', '>', grid.firstMs);
  let query = base()
    .where('sp.to_ms', 'is', null)
    .unionAll(ended().where(lasted(LONG_MS)));
  if (grid.tierMs < LONG_MS) {
    const shorter = ended()
      .where('sp.from_ms', '>=', grid.firstMs - LONG_MS)
      .where(lastedLess(LONG_MS));
    query = query.unionAll(shorter);
  }
  const found = await query.execute();
  return found.map(({ from_ms, to_ms }) => ({ fromMs: from_ms, toMs: to_ms ?? nowMs }));
}
