import { sql } from 'kysely';
import type { HistoryBatch, SubjectRef } from '../database/batch';
import { type Db, type Dialect, insertRows } from '../database/multi-row';

/** Pairs of all targets that are kept: those that were seen last. */
const KEPT = 20_000;
/** Few enough that others wait some milliseconds at most. */
const ROWS = 300;

const ADDED = [
  'seen = lock_order.seen + excluded.seen',
  'together = lock_order.together + excluded.together',
  'first_ms = case when excluded.first_ms < lock_order.first_ms then excluded.first_ms else lock_order.first_ms end',
  'last_ms = case when excluded.last_ms > lock_order.last_ms then excluded.last_ms else lock_order.last_ms end',
  'holder = coalesce(excluded.holder, lock_order.holder)',
  `token = case when lock_order.token is null or excluded.token is null or lock_order.token = excluded.token
    then coalesce(lock_order.token, excluded.token) else '' end`,
].join(', ');

/** Adds the pairs of a batch to those that were seen before. */
export async function writeOrders(
  db: Db,
  kind: Dialect,
  { target, orders }: HistoryBatch,
  idOf: (ref: SubjectRef) => number,
): Promise<void> {
  await insertRows(
    db,
    kind,
    {
      into: 'lock_order',
      columns: ['before', 'after', 'target', 'seen', 'together', 'first_ms', 'last_ms', 'holder', 'token'],
      tail: `on conflict (before, after) do update set ${ADDED}`,
    },
    orders.map(({ before, after, firstMs, lastMs, ...row }) => ({
      ...row,
      ...{ before: idOf(before), after: idOf(after), target, first_ms: firstMs, last_ms: lastMs },
    })),
  );
}

/** Forgets some pairs that were last seen before a moment, or are the oldest of too many; resolves to how many. */
export async function deleteOrders(db: Db, beforeMs: number): Promise<number> {
  const newest = db.selectFrom('lock_order').select('last_ms').orderBy('last_ms', 'desc');
  const tooMany = await newest.offset(KEPT).limit(1).executeTakeFirst();
  const fromMs = Math.max(beforeMs, (tooMany?.last_ms ?? 0) + 1);
  const result = await sql`
    delete from lock_order where (before, after) in (
      select before, after from lock_order where last_ms < ${fromMs} order by last_ms limit ${ROWS}
    )`.execute(db);
  return Number(result.numAffectedRows ?? 0);
}
