import { type RawBuilder, sql } from 'kysely';
import type { HistoryScope, Ledger, LedgerRow } from '../../domain/history';
import { judgeLease, type LapsedHold } from './ledger-lease';
import { type Db, type Subjects, subjectsOf } from './scope';
import { namesOf } from './span-rows';

export type LedgerQuestion = {
  scope: HistoryScope;
  fromMs: number;
  toMs: number;
  offset: number;
  limit: number;
};

/** Newest holds of one lock and holder that the percentiles are made of. */
const HOLDS = 500;

type Group = {
  lock: number;
  ref: string | null;
  holder: string | null;
  lapses: number;
  gone: number;
  lastMs: number;
};

/**
 * Where leases were too short: each lock and holder of which a hold lapsed within the range, those with the most lapses
 * first.
 */
export async function ledger(db: Db, question: LedgerQuestion, nowMs: number): Promise<Ledger> {
  const { scope, fromMs, toMs, offset, limit } = question;
  const subjects = await subjectsOf(db, scope);
  const groups = await groupsOf(db, subjects, question);
  const page = groups.slice(offset, offset + limit);
  const names = await namesOf(
    db,
    page.map(({ lock }) => lock),
  );
  const ended = await endedOf(db, page, fromMs, toMs);
  const rows = page.map(({ lock, ref, holder, lapses, gone, lastMs }): LedgerRow => {
    const { holds = [], count = 0 } = ended.get(nameOf(lock, ref)) ?? {};
    return {
      lock: names.get(lock)?.id ?? '',
      key: names.get(lock)?.key ?? '',
      holder,
      holderRef: ref,
      holds: Math.max(count, lapses),
      lapses,
      holderGone: gone,
      lastLapseMs: lastMs,
      ...judgeLease(holds),
    };
  });
  return { fromMs, toMs, rows, matched: groups.length, nowMs };
}

async function groupsOf(
  db: Db,
  { targets, own }: Subjects,
  { scope, fromMs, toMs }: LedgerQuestion,
): Promise<Group[]> {
  const names = targets.map(({ target }) => target);
  if (names.length === 0) return [];
  let query = db
    .selectFrom('spans')
    .where(sql<boolean>`ended = 'expired'`)
    .where('to_ms', '>=', fromMs)
    .where('to_ms', '<', toMs)
    .groupBy(['lock', 'holder_ref'])
    .select([
      'lock',
      'holder_ref as ref',
      sql<string | null>`max(holder)`.as('holder'),
      sql<number>`cast(count(*) as bigint)`.as('lapses'),
      sql<number>`cast(sum(case when verdict = 'gone' then 1 else 0 end) as bigint)`.as('gone'),
      sql<number>`max(to_ms)`.as('lastMs'),
    ]);
  if (scope.lock !== null) query = query.where('lock', 'in', own.length > 0 ? own : [-1]);
  else if (scope.family !== null) {
    query = query.where('lock', 'in', (of) =>
      of
        .selectFrom('subjects')
        .where('target', 'in', names)
        .where('family', '=', scope.family ?? '')
        .where('kind', '=', 'lock')
        .select('id'),
    );
  } else if (scope.target !== null) query = query.where('target', '=', scope.target);
  const groups = await query.execute();
  return groups.sort((a, b) => b.lapses - a.lapses || b.lastMs - a.lastMs || a.lock - b.lock);
}

/** Holds of one lock and holder that ended within the range: their number, and the newest of them. */
type Ended = { holds: LapsedHold[]; count: number };

const nameOf = (lock: number, ref: string | null) => `${lock} ${ref ?? ''}`;

async function endedOf(
  db: Db,
  groups: readonly Group[],
  fromMs: number,
  toMs: number,
): Promise<Map<string, Ended>> {
  const ended = new Map<string, Ended>();
  const named = groups.flatMap(({ lock, ref }) => (ref === null ? [] : [sql`(${sql.lit(lock)}, ${ref})`]));
  const unnamed = groups.flatMap(({ lock, ref }) => (ref === null ? [sql`(${sql.lit(lock)})`] : []));
  if (named.length > 0)
    await read(sql`wanted (lock, ref) as (values ${sql.join(named)})`, sql`sp.holder_ref = wanted.ref`);
  if (unnamed.length > 0)
    await read(sql`wanted (lock) as (values ${sql.join(unnamed)})`, sql`sp.holder_ref is null`);
  return ended;

  async function read(wanted: RawBuilder<unknown>, byHolder: RawBuilder<unknown>): Promise<void> {
    const within = sql`sp.lock = wanted.lock and ${byHolder}
      and sp.from_ms < ${sql.lit(toMs)} and sp.to_ms >= ${sql.lit(fromMs)} and sp.to_ms < ${sql.lit(toMs)}`;
    const { rows } = await sql<Row>`
      with ${wanted}, newest as materialized (
        select wanted.*, (select count(*) from spans sp where ${within}) as count, (
          select sp.from_ms from spans sp where ${within} order by sp.from_ms desc limit 1 offset ${sql.lit(HOLDS)}
        ) as after_ms
        from wanted
      )
      select sp.lock, sp.holder_ref as ref, max(wanted.count) as count, string_agg(
        (sp.to_ms - sp.from_ms) || ' ' || coalesce(sp.lease_ms, -1) || ' ' || coalesce(sp.overrun_ms, -1) || ' ' ||
        case when sp.ended = 'released' then 0 when sp.ended = 'expired' and coalesce(sp.verdict, '') <> 'gone' then 2
          else 1 end, ',') as holds
      from newest wanted join spans sp on ${within} and sp.from_ms > coalesce(wanted.after_ms, -1)
      group by sp.lock, sp.holder_ref`.execute(db);
    for (const { lock, ref, count, holds } of rows)
      ended.set(nameOf(lock, ref), { count, holds: holds.split(',').map(holdOf) });
  }
}

/** Packed by the database: reading so many rows one by one would take ten times as long. */
type Row = { lock: number; ref: string | null; count: number; holds: string };

function holdOf(packed: string): LapsedHold {
  const [heldMs = 0, leaseMs = -1, overrunMs = -1, end = 0] = packed.split(' ').map(Number);
  const known = (ms: number) => (ms < 0 ? null : ms);
  return { heldMs, cut: end > 0, lapsed: end === 2, leaseMs: known(leaseMs), overrunMs: known(overrunMs) };
}
