import type { HistoryScope } from '../../contract/history/history-queries';
import type { LockId } from '../../domain/keys/lock-id';
import type { Db } from '../database/multi-row';
import { gridFor } from './grid';
import { subjectsOf, sumOf } from './scope';

/** Locks asked for at once. */
const AT_ONCE = 500;

/** Waiter-seconds of these locks in the range, in whole buckets of a tier that is fine enough; absent = none. */
export async function lockWaits(
  db: Db,
  scope: HistoryScope,
  locks: readonly LockId[],
  { fromMs, toMs }: { fromMs: number; toMs: number },
): Promise<Map<LockId, number>> {
  const waited = new Map<LockId, number>();
  if (locks.length === 0) return waited;
  const { tierMs, firstMs, endMs } = gridFor(await subjectsOf(db, scope), fromMs, toMs);
  for (let i = 0; i < locks.length; i += AT_ONCE) {
    const rows = await db
      .selectFrom('subjects as s')
      .innerJoin('rollups as r', 'r.subject', 's.id')
      .where('s.kind', '=', 'lock')
      .where('s.name', 'in', locks.slice(i, i + AT_ONCE))
      .where('r.tier_ms', '=', tierMs)
      .where('r.start_ms', '>=', firstMs)
      .where('r.start_ms', '<', endMs)
      .groupBy('s.name')
      .select(['s.name', sumOf('r.waiter_ms').as('ms')])
      .execute();
    for (const { name, ms } of rows) waited.set(name, ms / 1_000);
  }
  return waited;
}
