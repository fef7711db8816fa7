import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../database/multi-row';
import type { TierMs } from '../database/tiers';

/** Few enough that others wait some milliseconds at most. */
const ROWS = 300;

type Numbered = 'spans' | 'wait_spans' | 'events' | 'audit' | 'marks';

/** Deletes some rows for which `where` is true, those with the lowest `by` first; resolves to how many. */
export async function deleteNumbered(
  db: Db,
  table: Numbered,
  by: 'to_ms' | 'from_ms' | 'at_ms',
  where: RawBuilder<unknown>,
): Promise<number> {
  const result = await sql`
    delete from ${sql.table(table)} where id in (
      select id from ${sql.table(table)} where ${where} order by ${sql.ref(by)} limit ${ROWS}
    )`.execute(db);
  return Number(result.numAffectedRows ?? 0);
}

/** Changes of numbers of waiters before a moment. */
export async function deleteWaiting(db: Db, beforeMs: number): Promise<number> {
  const result = await sql`
    delete from waiting where (lock, at_ms) in (
      select lock, at_ms from waiting where at_ms < ${beforeMs} order by at_ms limit ${ROWS}
    )`.execute(db);
  return Number(result.numAffectedRows ?? 0);
}

type BucketFilter = { of: 'locks' | 'all'; quiet: boolean };

/** Some buckets of a tier that ended before a moment, with their histograms. `quiet`: only where nobody waited or lost. */
export async function deleteBuckets(
  db: Db,
  tierMs: TierMs,
  beforeMs: number,
  { of, quiet }: BucketFilter,
): Promise<number> {
  const chosen = sql`
    select r.tier_ms, r.subject, r.start_ms from rollups r
    where r.tier_ms = ${tierMs} and r.start_ms < ${beforeMs - tierMs}
    ${of === 'locks' ? sql`and exists (select 1 from subjects s where s.id = r.subject and s.kind = 'lock')` : sql``}
    ${quiet ? sql`and r.waiter_ms = 0 and r.lapses = 0 and r.lost = 0 and r.forced = 0` : sql``}
    order by r.start_ms, r.subject limit ${ROWS}`;
  return db.transaction().execute(async (trx) => {
    await sql`delete from histograms where (tier_ms, subject, start_ms) in (${chosen})`.execute(trx);
    const result = await sql`delete from rollups where (tier_ms, subject, start_ms) in (${chosen})`.execute(
      trx,
    );
    return Number(result.numAffectedRows ?? 0);
  });
}

export async function deleteHorizons(db: Db, tierMs: TierMs, beforeMs: number): Promise<void> {
  await sql`delete from horizons where tier_ms = ${tierMs} and start_ms < ${beforeMs - tierMs}`.execute(db);
}

/**
 * Locks and families of which nothing is left: looks at some, in the order in which they were last heard of, from
 * `afterMs` on. Resolves to where to go on; null = at the beginning again.
 */
export async function deleteSubjects(db: Db, afterMs: number, beforeMs: number): Promise<number | null> {
  const looked = await db
    .selectFrom('subjects')
    .select(['id', 'last_ms'])
    .where('last_ms', '>=', afterMs)
    .where('last_ms', '<', beforeMs)
    .where('kind', '!=', 'target')
    .orderBy('last_ms')
    .limit(ROWS)
    .execute();
  const last = looked.at(-1);
  if (!last) return null;
  const ids = sql.join(looked.map(({ id }) => id));
  await sql`
    delete from subjects where id in (${ids}) and last_ms < ${beforeMs}
    and not exists (select 1 from spans x where x.lock = subjects.id)
    and not exists (select 1 from wait_spans x where x.lock = subjects.id)
    and not exists (select 1 from waiting x where x.lock = subjects.id)
    and not exists (select 1 from events x where x.lock = subjects.id)
    and not exists (select 1 from lock_order x where x.before = subjects.id)
    and not exists (select 1 from lock_order x where x.after = subjects.id)
    and not exists (
      select 1 from rollups x
      where x.tier_ms in (10000, 60000, 600000, 3600000, 86400000) and x.subject = subjects.id
    )`.execute(db);
  return looked.length < ROWS ? null : Math.max(last.last_ms, afterMs + 1);
}
