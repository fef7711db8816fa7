import type { HistoryBatch } from '../database/batch';
import { type Db, type Dialect, insertRows } from '../database/multi-row';

/** Goes on with the row of the watch, or begins one: of another watcher, or after a gap. */
export async function writeCoverage(
  db: Db,
  kind: Dialect,
  target: string,
  { fromMs, toMs, watcher }: NonNullable<HistoryBatch['covered']>,
): Promise<void> {
  const last = await db
    .selectFrom('coverage')
    .selectAll()
    .where('target', '=', target)
    .orderBy('from_ms', 'desc')
    .executeTakeFirst();
  const goesOn = last && last.watcher === watcher && last.from_ms <= fromMs && last.to_ms >= fromMs;
  const row = { target, from_ms: goesOn ? last.from_ms : fromMs, to_ms: toMs, watcher };
  await insertRows(
    db,
    kind,
    {
      into: 'coverage',
      columns: ['target', 'from_ms', 'to_ms', 'watcher'],
      tail: `on conflict (target, from_ms) do update set watcher = excluded.watcher,
        to_ms = case when excluded.to_ms > coverage.to_ms then excluded.to_ms else coverage.to_ms end`,
    },
    [row],
  );
}
