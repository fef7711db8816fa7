import { sql } from 'kysely';
import type { LockKind } from '../../contract/codes';
import type { OwnershipSpan, PastLock } from '../../contract/history/past';
import { counted } from '../../domain/values/counted';
import type { Db } from '../database/multi-row';
import { bucketStart } from '../database/tiers';
import type { Interval } from './coverage';
import { findingsOpenAt, type PastFinding } from './past-findings';
import { amongOf, type Subjects } from './scope';
import {
  allTouching,
  type LockNames,
  namesOf,
  type SpanQuery,
  type SpanRow,
  spanOf,
  spansFrom,
} from './span-rows';

/** Most holds of one moment that are read. */
const MOST = 100_000;

type PastFacts = {
  /** Locks that were held or waited for, in no order. */
  locks: PastLock[];
  findings: PastFinding[];
};

/**
 * Every lock of the targets that was held or waited for at a moment, or the one lock asked for whatever it was.
 * `watched` = the watch that the moment is in, by target.
 */
export async function pastLocks(
  db: Db,
  { scope, targets, own }: Subjects,
  atMs: number,
  watched: ReadonlyMap<string, Interval>,
): Promise<PastFacts> {
  const names = targets.map(({ target }) => target);
  if (names.length === 0) return { locks: [], findings: [] };
  const base = () => {
    const query = spansFrom(db) as SpanQuery<SpanRow>;
    if (scope.lock !== null) return query.where('sp.lock', 'in', own.length > 0 ? own : [-1]);
    if (scope.target !== null) return query.where('sp.target', '=', scope.target);
    return scope.among === undefined ? query : query.where('sp.target', 'in', amongOf(scope));
  };
  const range = { fromMs: atMs, toMs: atMs + 1 };
  const rows = await allTouching(base, range, scope.lock === null ? 'any' : 'lock')
    .limit(MOST)
    .execute();
  const findings = await findingsOpenAt(db, { targets: names, lock: scope.lock === null ? null : own }, atMs);
  const held = new Map<number, SpanRow[]>();
  for (const row of rows) {
    const known = held.get(row.lock);
    if (known) known.push(row);
    else held.set(row.lock, [row]);
  }
  const candidates = new Set([...held.keys(), ...own]);
  if (scope.lock === null) for (const lock of await waitedAround(db, names, atMs)) candidates.add(lock);
  const waiters = await waitersAt(db, [...candidates], atMs);
  const wanted = new Set(held.keys());
  for (const [lock, { waiting }] of waiters) if (waiting) wanted.add(lock);
  if (scope.lock !== null) for (const lock of own) wanted.add(lock);
  const known = await namesOf(db, [...wanted, ...findings.flatMap(({ lock }) => lock ?? [])]);
  const byLock = new Map<number | null, PastFinding[]>();
  for (const finding of findings) byLock.set(finding.lock, [...(byLock.get(finding.lock) ?? []), finding]);
  const locks = [...wanted].flatMap((lock) => {
    const name = known.get(lock);
    if (!name) return [];
    const target = name.id.split('.')[0] ?? '';
    const facts = {
      spans: (held.get(lock) ?? []).map((row) => spanOf(row, known)),
      waiters: waiters.get(lock) ?? null,
      findings: byLock.get(lock) ?? [],
      watch: watched.get(target) ?? null,
    };
    return pastLock(name, target, facts, atMs);
  });
  return {
    locks: locks.filter((lock) => scope.lock !== null || lock.spans.length > 0 || lock.waiters),
    findings,
  };
}

type Facts = {
  spans: OwnershipSpan[];
  waiters: { waiting: number | null; sinceMs: number } | null;
  findings: PastFinding[];
  watch: Interval | null;
};

function pastLock(
  name: NonNullable<ReturnType<LockNames['get']>>,
  target: string,
  { spans, waiters, findings, watch }: Facts,
  atMs: number,
): PastLock {
  const count = waitingOf(spans, waiters, watch);
  const leases = spans.flatMap(({ leaseMs }) => leaseMs ?? []);
  return {
    id: name.id,
    target,
    key: name.key,
    kind: name.kind as LockKind | null,
    format: name.format === null ? null : { id: name.format, library: name.library ?? '' },
    state: stateOf(spans, count, findings, watch),
    spans,
    waiters: counted(count),
    ageMs: spans.length === 0 ? null : atMs - Math.min(...spans.map(({ fromMs }) => fromMs)),
    leaseMs: leases.length === 0 ? null : Math.max(...leases),
    findings: findings.map(({ code, severity, sinceMs }) => ({ code, severity, sinceMs })),
  };
}

/** So long after a watch begins those who wait were counted once. */
const COUNTED_MS = 2_000;

/**
 * A count from before the present watch tells nothing of now. Changes are told, so without one nobody waited yet: during a
 * hold that began in the watch and in which waiters could be counted, or one during which nobody ever waited.
 */
function waitingOf(
  spans: readonly OwnershipSpan[],
  waiters: Facts['waiters'],
  watch: Interval | null,
): number | null {
  if (watch === null) return null;
  if (waiters !== null && waiters.sinceMs >= watch.fromMs) return waiters.waiting;
  const nobodyYet = ({ waitersMax, fromMs }: OwnershipSpan) =>
    waitersMax === 0 || (waitersMax !== null && fromMs >= watch.fromMs + COUNTED_MS);
  return spans.length > 0 && spans.every(nobodyYet) ? 0 : null;
}

function stateOf(
  spans: readonly OwnershipSpan[],
  waiting: number | null,
  findings: readonly PastFinding[],
  watch: Interval | null,
): PastLock['state'] {
  if (watch === null) return 'unknown';
  const severities = new Set(findings.map(({ severity }) => severity));
  if (severities.has('lost')) return 'lost';
  if (severities.has('at-risk') || spans.some(({ noTtl }) => noTtl)) return 'at-risk';
  if (spans.length === 0) return 'free';
  return waiting ? 'contended' : 'held';
}

type Last = Map<number, { waiting: number | null; sinceMs: number }>;

const AT_ONCE = 5_000;

/** The last count of waiters of each of these locks up to a moment. */
async function waitersAt(db: Db, locks: readonly number[], atMs: number): Promise<Last> {
  const last: Last = new Map();
  const lastOf = (column: 'waiters' | 'at_ms') =>
    sql<
      number | null
    >`(select ${sql.ref(column)} from waiting as w where w.lock = s.id and w.at_ms <= ${atMs} order by w.at_ms desc limit 1)`;
  for (let from = 0; from < locks.length; from += AT_ONCE) {
    const rows = await db
      .selectFrom('subjects as s')
      .where('s.id', 'in', locks.slice(from, from + AT_ONCE))
      .select(['s.id', lastOf('waiters').as('waiting'), lastOf('at_ms').as('sinceMs')])
      .execute();
    for (const { id, waiting, sinceMs } of rows) if (sinceMs !== null) last.set(id, { waiting, sinceMs });
  }
  return last;
}

const HOUR_MS = 3_600_000;

/** Locks for which somebody waited in the hour of a moment: their figures say so, however many locks there are. */
async function waitedAround(db: Db, targets: readonly string[], atMs: number): Promise<number[]> {
  const rows = await db
    .selectFrom('rollups as r')
    .innerJoin('subjects as s', 's.id', 'r.subject')
    .where('r.tier_ms', '=', HOUR_MS)
    .where('r.start_ms', '=', bucketStart(atMs, HOUR_MS))
    .where(sql<boolean>`r.waiter_ms > 0`)
    .where('s.kind', '=', 'lock')
    .where('s.target', 'in', [...targets])
    .select('r.subject')
    .execute();
  return rows.map(({ subject }) => subject);
}
