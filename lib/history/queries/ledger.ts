import { type RawBuilder, sql } from 'kysely';
import type { HistoryScope } from '../../contract/history/history-queries';
import type { Ledger, LedgerRow } from '../../contract/history/ledger';
import { type FamilyHolds, leaseAdvice } from '../../domain/locks/lease-advice';
import { HISTOGRAM_ERROR } from '../database/histogram';
import type { Db } from '../database/multi-row';
import { PROVEN_EXPIRY } from '../database/query-indexes';
import { familyHolds, familyName, lockHolds } from './family-holds';
import { type Subjects, subjectsOf } from './scope';
import { namesOf } from './span-rows';

type LedgerQuestion = {
  scope: HistoryScope;
  fromMs: number;
  toMs: number;
  offset: number;
  limit: number;
};

/** Of one family that the overruns are made of, the newest. */
const OVERRUNS = 500;

type Group = {
  target: string;
  family: string;
  expired: number;
  cameBack: number;
  locks: number;
  holders: number;
  lastMs: number;
  leaseMs: number | null;
};

/** Holds that ended within the range and are proven to have expired while they were held, by family, the most first. */
export async function ledger(db: Db, question: LedgerQuestion, nowMs: number): Promise<Ledger> {
  const { scope, fromMs, toMs, offset, limit } = question;
  const subjects = await subjectsOf(db, scope);
  const proven = provenWithin(subjects, question);
  const groups = proven === null ? [] : await groupsOf(db, proven);
  const page = groups.slice(offset, offset + limit);
  const holds = await holdsFor(db, subjects, page, question);
  const rows: LedgerRow[] = [];
  for (const { lastMs: _, ...group } of page) {
    const { last, overrun } = await detailOf(db, proven as RawBuilder<unknown>, group);
    const advice = leaseAdvice(holds.get(familyName(group)) ?? NOTHING, HISTOGRAM_ERROR);
    rows.push({ ...group, livedOn: group.expired - group.cameBack, last, overrun, advice });
  }
  const all = groups.reduce((sum, { expired }) => sum + expired, 0);
  return { fromMs, toMs, rows, matched: groups.length, holds: all, nowMs };
}

const NOTHING = { count: 0, overstays: 0, cut: 0, died: 0, p99Ms: null, p999Ms: null, fromMs: null };

/** What advice is made of: of whoever may see a lock alone, not the holds of others of its family. */
function holdsFor(
  db: Db,
  { scope, own: [lock] }: Subjects,
  page: readonly Group[],
  { fromMs, toMs }: LedgerQuestion,
): Promise<Map<string, FamilyHolds>> {
  const [family] = page;
  const isAlone = scope.lock !== null && scope.among !== undefined;
  return isAlone && family && lock !== undefined
    ? lockHolds(db, lock, family, { fromMs, toMs }, 'without-dead')
    : familyHolds(db, page, fromMs, toMs, 'without-dead');
}

/** The proven ones in scope, as rows of `sp` with their lock as `su`; null = the scope is of nothing that is known. */
function provenWithin(
  { targets, own }: Subjects,
  { scope, fromMs, toMs }: LedgerQuestion,
): RawBuilder<unknown> | null {
  const names = targets.map(({ target }) => target);
  if (names.length === 0 || (scope.lock !== null && own.length === 0)) return null;
  const isIn =
    scope.lock !== null
      ? sql`sp.lock in (${sql.join(own)})`
      : scope.family !== null
        ? sql`su.family = ${scope.family} and su.target in (${sql.join(names)})`
        : sql`su.target in (${sql.join(names)})`;
  // The proven ones are few: SQLite begins with what stands first in a cross join.
  return sql`from spans sp cross join subjects su where su.id = sp.lock and ${sql.raw(PROVEN_EXPIRY)}
    and to_ms >= ${sql.lit(fromMs)} and to_ms < ${sql.lit(toMs)} and ${isIn}`;
}

async function groupsOf(db: Db, proven: RawBuilder<unknown>): Promise<Group[]> {
  const whole = (figure: RawBuilder<unknown>) => sql`cast(${figure} as bigint)`;
  const { rows } = await sql<Group>`select su.target as target, coalesce(su.family, '') as family,
    ${whole(sql`count(*)`)} as expired, ${whole(sql`count(overrun_ms)`)} as "cameBack",
    ${whole(sql`count(distinct sp.lock)`)} as locks,
    ${whole(sql`count(distinct coalesce(holder_ref, token))`)} as holders,
    max(to_ms) as "lastMs", max(lease_ms) as "leaseMs"
    ${proven} group by su.target, coalesce(su.family, '')`.execute(db);
  return rows.sort((a, b) => b.expired - a.expired || b.lastMs - a.lastMs || (a.family < b.family ? -1 : 1));
}

type Detail = { lock: number; holder: string | null; atMs: number; overrunMs: number | null };

async function detailOf(
  db: Db,
  proven: RawBuilder<unknown>,
  { target, family }: Pick<Group, 'target' | 'family'>,
): Promise<Pick<LedgerRow, 'last' | 'overrun'>> {
  const { rows } =
    await sql<Detail>`select sp.lock as lock, holder, to_ms as "atMs", overrun_ms as "overrunMs"
    ${proven} and su.target = ${target} and coalesce(su.family, '') = ${family}
    order by to_ms desc limit ${sql.lit(OVERRUNS)}`.execute(db);
  const [newest] = rows;
  const names = await namesOf(db, newest ? [newest.lock] : []);
  const { id: lock = '', key = '' } = (newest && names.get(newest.lock)) ?? {};
  const known = rows.flatMap(({ overrunMs }) => overrunMs ?? []).sort((a, b) => a - b);
  const maxMs = known.at(-1);
  return {
    last: { atMs: newest?.atMs ?? 0, lock, key, holder: newest?.holder ?? null },
    overrun:
      maxMs === undefined
        ? null
        : { p50Ms: known[Math.ceil(known.length / 2) - 1] ?? maxMs, maxMs, known: known.length },
  };
}
