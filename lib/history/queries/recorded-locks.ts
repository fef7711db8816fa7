import type { ExpressionBuilder } from 'kysely';
import type { Db } from '../database/multi-row';
import type { HistorySchema, SpansTable } from '../database/schema';
import type { Interval } from './coverage';
import type { Subjects } from './scope';
import { allTouching, type SpanQuery } from './span-rows';

/** A hold as recorded. `toMs` null = it goes on. */
export type RecordedHold = {
  fromMs: number;
  toMs: number | null;
  ended: SpansTable['ended'];
  mode: SpansTable['mode'];
  leaseMs: number | null;
  renewals: number;
  /** By how much the holder outlived its lease, ms; null = not seen. */
  overrunMs: number | null;
  /** What was known of the holder at the end. */
  verdict: string | null;
  /** Whether waiters could be counted during it. */
  waitersKnown: boolean;
};

/** One lock over a range: its holds in order, and how many waited from `atMs` on (the first may be before the range). */
export type RecordedLock = {
  /** Whether it keeps a queue: first come, first served. */
  fair: boolean;
  holds: RecordedHold[];
  waiting: { atMs: number; waiters: number | null }[];
};

type HoldRow = {
  lock: number;
  from_ms: number;
  to_ms: number | null;
  ended: SpansTable['ended'];
  mode: SpansTable['mode'];
  lease_ms: number | null;
  renewals: number;
  overrun_ms: number | null;
  verdict: string | null;
  waiters_max: number | null;
};

/** Locks asked for at once. */
const AT_ONCE = 500;

/** Holds and waiters of the locks in scope (a lock or a family) within the range; null = more than `most` holds. */
export async function recordedLocks(
  db: Db,
  subjects: Subjects,
  range: Interval,
  most: number,
): Promise<RecordedLock[] | null> {
  const ids = await locksOf(db, subjects);
  const locks = new Map<number, RecordedLock>();
  let count = 0;
  for (let i = 0; i < ids.length; i += AT_ONCE) {
    const some = ids.slice(i, i + AT_ONCE);
    const base = () =>
      db
        .selectFrom('spans as sp')
        .select(['sp.lock', 'sp.from_ms', 'sp.to_ms', 'sp.ended', 'sp.mode', 'sp.lease_ms', 'sp.renewals'])
        .select(['sp.overrun_ms', 'sp.verdict', 'sp.waiters_max'])
        .where('sp.lock', 'in', some) as unknown as SpanQuery<HoldRow>;
    const rows = await allTouching(base, range, 'lock')
      .limit(most - count + 1)
      .execute();
    count += rows.length;
    if (count > most) return null;
    for (const row of rows) entryOf(locks, row.lock).holds.push(holdOf(row));
    await addWaiting(db, locks, some, range);
  }
  for (const { holds } of locks.values()) holds.sort((a, b) => a.fromMs - b.fromMs);
  return [...locks].sort(([a], [b]) => a - b).map(([, lock]) => lock);
}

async function locksOf(db: Db, { scope, targets, own }: Subjects): Promise<number[]> {
  if (scope.lock !== null) return own;
  const names = targets.map(({ target }) => target);
  if (scope.family === null || names.length === 0) return [];
  const rows = await db
    .selectFrom('subjects')
    .where('kind', '=', 'lock')
    .where('target', 'in', names)
    .where('family', '=', scope.family)
    .select('id')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Changes within the range, and the last one before it. */
async function addWaiting(
  db: Db,
  locks: Map<number, RecordedLock>,
  some: readonly number[],
  { fromMs, toMs }: Interval,
): Promise<void> {
  const before = await db
    .selectFrom('subjects as s')
    .where('s.id', 'in', [...some])
    .select(['s.id as lock', 's.lock_kind as kind'])
    .select((of) => [
      newestBefore(of, fromMs).select('w.at_ms').as('atMs'),
      newestBefore(of, fromMs).select('w.waiters').as('waiters'),
    ])
    .execute();
  for (const { lock, kind, atMs, waiters } of before) {
    const entry = entryOf(locks, lock);
    entry.fair = kind === 'fair';
    if (atMs !== null) entry.waiting.push({ atMs, waiters });
  }
  const within = await db
    .selectFrom('waiting')
    .where('lock', 'in', [...some])
    .where('at_ms', '>', fromMs)
    .where('at_ms', '<', toMs)
    .orderBy('lock')
    .orderBy('at_ms')
    .select(['lock', 'at_ms as atMs', 'waiters'])
    .execute();
  for (const { lock, ...change } of within) entryOf(locks, lock).waiting.push(change);
}

/** The count of `s` that was true at a moment. */
function newestBefore(
  of: ExpressionBuilder<HistorySchema & { s: HistorySchema['subjects'] }, 's'>,
  atMs: number,
) {
  return of
    .selectFrom('waiting as w')
    .whereRef('w.lock', '=', 's.id')
    .where('w.at_ms', '<=', atMs)
    .orderBy('w.at_ms', 'desc')
    .limit(1);
}

function entryOf(locks: Map<number, RecordedLock>, lock: number): RecordedLock {
  const known = locks.get(lock) ?? { fair: false, holds: [], waiting: [] };
  locks.set(lock, known);
  return known;
}

function holdOf(row: HoldRow): RecordedHold {
  return {
    fromMs: row.from_ms,
    toMs: row.to_ms,
    ended: row.ended,
    mode: row.mode,
    leaseMs: row.lease_ms,
    renewals: row.renewals,
    overrunMs: row.overrun_ms,
    verdict: row.verdict,
    waitersKnown: row.waiters_max !== null,
  };
}
