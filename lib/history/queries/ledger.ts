import { sql } from 'kysely';
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

/** Newest holds of one lock that the percentiles of its holders are made of. */
const HOLDS = 5_000;

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
  const ended = new Map<number, Ended>();
  for (const { lock } of page) if (!ended.has(lock)) ended.set(lock, await endedOf(db, lock, fromMs, toMs));
  const rows = page.map(({ lock, ref, holder, lapses, gone, lastMs }): LedgerRow => {
    const { holds = [], count = 0 } = ended.get(lock)?.get(ref) ?? {};
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

/** Holds of one lock that ended within the range, by holder: their number, and the newest of them. */
type Ended = Map<string | null, { holds: LapsedHold[]; count: number }>;

async function endedOf(db: Db, lock: number, fromMs: number, toMs: number): Promise<Ended> {
  const base = db
    .selectFrom('spans')
    .where('lock', '=', lock)
    .where('from_ms', '<', toMs)
    .where('to_ms', '>=', fromMs)
    .where('to_ms', '<', toMs);
  const rows = await base
    .orderBy('from_ms', 'desc')
    .limit(HOLDS)
    .select(['holder_ref', 'from_ms', 'to_ms', 'ended', 'lease_ms', 'overrun_ms', 'verdict'])
    .execute();
  const ended: Ended = new Map();
  for (const row of rows) {
    const known = ended.get(row.holder_ref) ?? { holds: [], count: 0 };
    known.count += 1;
    known.holds.push({
      heldMs: (row.to_ms ?? row.from_ms) - row.from_ms,
      cut: row.ended !== 'released',
      lapsed: row.ended === 'expired' && row.verdict !== 'gone',
      leaseMs: row.lease_ms,
      overrunMs: row.overrun_ms,
    });
    ended.set(row.holder_ref, known);
  }
  if (rows.length < HOLDS) return ended;
  const counts = await base
    .groupBy('holder_ref')
    .select(['holder_ref', sql<number>`cast(count(*) as bigint)`.as('count')])
    .execute();
  for (const { holder_ref, count } of counts)
    ended.set(holder_ref, { holds: ended.get(holder_ref)?.holds ?? [], count });
  return ended;
}
