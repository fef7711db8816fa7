import { sql } from 'kysely';
import type { Db } from '../database/multi-row';
import type { Interval } from './coverage';
import type { Grid } from './grid';
import type { BucketSums } from './series-rows';
import { allTouching, type SpanQuery } from './span-rows';

/**
 * How long a lock was held in each point while it was watched, ms; a time that several held it counts once. The holds say
 * so. Rows tell only of the buckets of ten seconds in which something happened, so of a lock that is just held they tell too
 * little; but they still tell of holds that were dropped or forgotten: the higher of both.
 */
export async function heldByPoint(
  db: Db,
  lock: number,
  grid: Grid,
  rows: ReadonlyMap<number, readonly BucketSums[]>,
  watched: readonly Interval[],
  nowMs: number,
): Promise<Map<number, number>> {
  const held = await heldBySpans(db, lock, grid, watched, nowMs);
  for (const [startMs, sums] of rows) {
    const told = sums.reduce((sum, { heldMs }) => sum + heldMs, 0);
    held.set(startMs, Math.max(held.get(startMs) ?? 0, told));
  }
  return held;
}

type Group = { first: number; last: number; count: number; fromSum: number; toSum: number };

async function heldBySpans(
  db: Db,
  lock: number,
  grid: Grid,
  watched: readonly Interval[],
  nowMs: number,
): Promise<Map<number, number>> {
  const { pointMs } = grid;
  const held = new Map<number, number>();
  if (watched.length === 0) return held;
  const add = (point: number, ms: number) => held.set(point * pointMs, (held.get(point * pointMs) ?? 0) + ms);
  for (const group of await groupsOf(db, lock, grid, watched, nowMs)) {
    const { first, last, count, fromSum, toSum } = group;
    if (first === last) {
      add(first, toSum - fromSum);
      continue;
    }
    add(first, count * (first + 1) * pointMs - fromSum);
    for (let point = first + 1; point < last; point++) add(point, count * pointMs);
    add(last, toSum - count * last * pointMs);
  }
  return held;
}

/** Times that it was held and watched, none of which overlap, by the points in which they begin and end. */
async function groupsOf(
  db: Db,
  lock: number,
  { pointMs, firstMs, endMs }: Grid,
  watched: readonly Interval[],
  nowMs: number,
): Promise<Group[]> {
  const base = () =>
    db
      .selectFrom('spans as sp')
      .select(['sp.from_ms', 'sp.to_ms'])
      .where('sp.lock', '=', lock) as unknown as SpanQuery<{ from_ms: number; to_ms: number | null }>;
  const found = allTouching(base, { fromMs: firstMs, toMs: endMs }, 'lock');
  const until = sql`coalesce(to_ms, ${sql.lit(nowMs)})`;
  const times = watched.map(({ fromMs, toMs }) => sql`(${sql.lit(fromMs)}, ${sql.lit(toMs)})`);
  const point = sql.lit(pointMs);
  const { rows } = await sql<Group>`
      with found as ${found},
      ordered as (
        select from_ms, ${until} as to_ms,
          max(${until}) over (order by from_ms rows between unbounded preceding and 1 preceding) as before_ms
        from found
      ),
      held as (
        select case when before_ms > from_ms then before_ms else from_ms end as from_ms, to_ms
        from ordered where before_ms is null or before_ms < to_ms
      ),
      watched (from_ms, to_ms) as (values ${sql.join(times)}),
      seen as (
        select case when h.from_ms > t.from_ms then h.from_ms else t.from_ms end as from_ms,
          case when h.to_ms < t.to_ms then h.to_ms else t.to_ms end as to_ms
        from held h join watched t on t.from_ms < h.to_ms and t.to_ms > h.from_ms
      )
      select from_ms / ${point} as first, (to_ms - 1) / ${point} as last, cast(count(*) as bigint) as count,
        cast(sum(from_ms) as bigint) as "fromSum", cast(sum(to_ms) as bigint) as "toSum"
      from seen group by 1, 2`.execute(db);
  return rows;
}
