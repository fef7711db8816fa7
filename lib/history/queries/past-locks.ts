import { sql } from 'kysely';
import type { OwnershipSpan, PastLock } from '../../domain/history';
import type { LockKind } from '../../domain/lock';
import type { Interval } from './coverage';
import { openFindings, type PastFinding } from './past-findings';
import type { Db, Subjects } from './scope';
import {
  type LockNames,
  namesOf,
  type SpanQuery,
  type SpanRow,
  spanOf,
  spansFrom,
  touching,
} from './span-rows';

/** Most holds of one moment that are read. */
const MOST = 100_000;

export type PastFacts = {
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
    return scope.target === null ? query : query.where('sp.target', '=', scope.target);
  };
  const rows: SpanRow[] = [];
  const range = { fromMs: atMs, toMs: atMs + 1 };
  for (const query of touching(base, range, scope.lock === null ? 'any' : 'lock'))
    rows.push(...(await query.limit(MOST).execute()));
  const waiters = await waitersAt(db, scope.lock === null ? { targets: names } : { locks: own }, atMs);
  const findings = await openFindings(db, { targets: names, lock: scope.lock === null ? null : own }, atMs);
  const held = new Map<number, SpanRow[]>();
  for (const row of rows) {
    const known = held.get(row.lock);
    if (known) known.push(row);
    else held.set(row.lock, [row]);
  }
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
    waiters: count,
    ageMs: spans.length === 0 ? null : atMs - Math.min(...spans.map(({ fromMs }) => fromMs)),
    leaseMs: leases.length === 0 ? null : Math.max(...leases),
    findings: findings.map(({ code, severity, sinceMs }) => ({ code, severity, sinceMs })),
  };
}

/** A count from before the present watch tells nothing of now. A hold during which nobody ever waited tells that nobody did. */
function waitingOf(
  spans: readonly OwnershipSpan[],
  waiters: Facts['waiters'],
  watch: Interval | null,
): number | null {
  if (watch === null) return null;
  if (waiters !== null && waiters.sinceMs >= watch.fromMs) return waiters.waiting;
  return spans.length > 0 && spans.every(({ waitersMax }) => waitersMax === 0) ? 0 : null;
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

/** The last count of waiters of each lock up to a moment. */
async function waitersAt(
  db: Db,
  of: { targets: string[] } | { locks: number[] },
  atMs: number,
): Promise<Last> {
  const last = (column: 'waiters' | 'at_ms') =>
    sql<
      number | null
    >`(select ${sql.ref(column)} from waiting as w where w.lock = s.id and w.at_ms <= ${atMs} order by w.at_ms desc limit 1)`;
  const locks = db.selectFrom('subjects as s').where('s.kind', '=', 'lock');
  const rows = await ('locks' in of
    ? locks.where('s.id', 'in', of.locks.length > 0 ? of.locks : [-1])
    : locks.where('s.target', 'in', of.targets)
  )
    .select(['s.id', last('waiters').as('waiting'), last('at_ms').as('sinceMs')])
    .execute();
  return new Map(
    rows.flatMap(({ id, waiting, sinceMs }) =>
      sinceMs === null ? [] : [[id, { waiting, sinceMs }] as const],
    ),
  );
}
