import type { Blocker, Blockers } from '../../contract/history/blockers';
import type { HistoryScope } from '../../contract/history/history-queries';
import { type BlamedHold, type BlamedWait, blame } from '../../domain/wait-graph/blame';
import type { Db } from '../database/multi-row';
import { commonMs, type Interval, union, watchedIn } from './coverage';
import { mostWaitedFor } from './debt';
import { gridFor } from './grid';
import { askedOf, type Subjects, subjectsOf } from './scope';
import { type LockNames, namesOf, type SpanRow, spansFrom, touching } from './span-rows';

type BlockersQuestion = { scope: HistoryScope; fromMs: number; toMs: number; limit: number };

/** Locks whose waits are charged: those with the most waiter-seconds. */
const LOCKS = 30;
/** Holds of each, and of each lock that their holders waited for: the newest. */
const HOLDS = 1_000;
const WAITS = 20_000;
/** Waits that began longer before the range are not looked for. */
const BACK_MS = 86_400_000;
/** Listed of each blocker. */
const VICTIMS = 10;
const BRANCHES = 40;

/** Who cost whom how many waiter-seconds in the range. Holds that reach beyond it count with their share. */
export async function blockers(
  db: Db,
  { scope, fromMs, toMs, limit }: BlockersQuestion,
  nowMs: number,
): Promise<Blockers> {
  const subjects = await subjectsOf(db, scope);
  const range = { fromMs, toMs: Math.min(toMs, nowMs) };
  const grid = gridFor(subjects, fromMs, toMs);
  const worst = await mostWaitedFor(db, subjects, grid, LOCKS);
  const ids = worst.map(({ subject }) => subject);
  const charged = await holdsOf(db, ids, range);
  // Whoever may see a lock alone may not see the others that its holders wait for.
  const isAlone = scope.lock !== null && scope.among !== undefined;
  const waits = await waitsOf(db, isAlone ? { lock: ids } : { targets: targetsOf(subjects) }, range);
  const more = isAlone ? [] : locksOf(waits, charged, ids);
  const others = await holdsOf(db, more, range);
  const names = await namesOf(db, [...ids, ...more, ...waits.map(({ lock }) => lock)]);
  const own = charged.map((row) => holdOf(row, names, range));
  const blamed = blame(
    own,
    [...own, ...others.map((row) => holdOf(row, names, range))],
    waits.map((row) => waitOf(row, names, range)),
  );
  const watched = await watchedIn(db, targetsOf(subjects), range, nowMs);
  return {
    scope: askedOf(scope),
    ...{ fromMs, toMs },
    rows: blamed.slice(0, limit).map(rowOf),
    matched: blamed.length,
    charged: blamed.reduce((sum, { waiterMs }) => sum + waiterMs, 0) / 1_000,
    total: worst.reduce((sum, { waiterMs }) => sum + waiterMs, 0) / 1_000,
    covered: commonMs(union([...watched.values()].flat()), [range]) / Math.max(1, range.toMs - range.fromMs),
    nowMs,
  };
}

function rowOf({
  who,
  holder,
  waiterMs,
  ownMs,
  unsureMs,
  victims,
  tree,
}: ReturnType<typeof blame>[number]): Blocker {
  return {
    holder,
    holderRef: isRef(who) ? who : null,
    waiterSeconds: waiterMs / 1_000,
    own: ownMs / 1_000,
    unsure: unsureMs / 1_000,
    victims: victims
      .slice(0, VICTIMS)
      .map(({ waiter, waiterMs: ms }) => ({ waiter, waiterSeconds: ms / 1_000 })),
    tree: tree.slice(0, BRANCHES).map(({ who: _, waiterMs: ms, ...branch }) => ({
      ...branch,
      waiterSeconds: ms / 1_000,
    })),
  };
}

/** Whether it is a name by which a holder is found; else it is only a text. */
function isRef(who: string): boolean {
  return /^(?:instance|process|token):/.test(who);
}

function targetsOf({ targets }: Subjects): string[] {
  return targets.map(({ target }) => target);
}

async function holdsOf(db: Db, locks: readonly number[], range: Interval): Promise<SpanRow[]> {
  const rows: SpanRow[] = [];
  for (const lock of locks) {
    for (const query of touching(() => spansFrom(db).where('sp.lock', '=', lock), range, 'lock'))
      rows.push(...(await query.orderBy('sp.from_ms', 'desc').limit(HOLDS).execute()));
  }
  return rows;
}

type WaitRow = {
  lock: number;
  waiter: string | null;
  waiter_ref: string | null;
  from_ms: number;
  to_ms: number | null;
};

async function waitsOf(
  db: Db,
  of: { lock: readonly number[] } | { targets: readonly string[] },
  { fromMs, toMs }: Interval,
): Promise<WaitRow[]> {
  const among = 'lock' in of ? of.lock : of.targets;
  if (among.length === 0) return [];
  return db
    .selectFrom('wait_spans')
    .where('from_ms', '<', toMs)
    .where('from_ms', '>', fromMs - BACK_MS)
    .where((wait) => wait.or([wait('to_ms', 'is', null), wait('to_ms', '>', fromMs)]))
    .$if('lock' in of, (query) => query.where('lock', 'in', among as number[]))
    .$if('targets' in of, (query) => query.where('target', 'in', among as string[]))
    .orderBy('from_ms', 'desc')
    .limit(WAITS)
    .select(['lock', 'waiter', 'waiter_ref', 'from_ms', 'to_ms'])
    .execute();
}

/** Locks that holders waited for, besides those that are known. */
function locksOf(waits: readonly WaitRow[], holds: readonly SpanRow[], known: readonly number[]): number[] {
  const refs = new Set(holds.flatMap(({ holder_ref }) => holder_ref ?? []));
  const others = waits.filter(({ lock, waiter_ref }) => refs.has(waiter_ref ?? '') && !known.includes(lock));
  return [...new Set(others.map(({ lock }) => lock))].slice(0, LOCKS);
}

function holdOf(row: SpanRow, names: LockNames, range: Interval): BlamedHold {
  const { id = '', key = '' } = names.get(row.lock) ?? {};
  const whole = { fromMs: row.from_ms, toMs: row.to_ms ?? range.toMs };
  const part = within(whole, range);
  const share = (part.toMs - part.fromMs) / Math.max(1, whole.toMs - whole.fromMs);
  return {
    ...{ lock: id, key, who: row.holder_ref ?? row.holder ?? '', holder: row.holder, token: row.token },
    ...{ ...part, waiterMs: row.waiter_ms * share },
  };
}

function waitOf(
  { lock, waiter, waiter_ref, from_ms, to_ms }: WaitRow,
  names: LockNames,
  range: Interval,
): BlamedWait {
  const part = within({ fromMs: from_ms, toMs: to_ms ?? range.toMs }, range);
  const isToken = waiter !== null && waiter_ref !== null && isTokenOf(waiter, waiter_ref);
  const token = isToken ? waiter : null;
  return { lock: names.get(lock)?.id ?? '', who: waiter_ref ?? '', waiter, token, ...part };
}

/** A waiter without a label is called by its token, which begins with its instance. */
function isTokenOf(waiter: string, ref: string): boolean {
  return ref === `token:${waiter}` || waiter.startsWith(`${ref.replace(/^instance:/, '')}:`);
}

function within({ fromMs, toMs }: Interval, range: Interval): Interval {
  return { fromMs: Math.max(fromMs, range.fromMs), toMs: Math.min(toMs, range.toMs) };
}
