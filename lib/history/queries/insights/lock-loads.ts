import { sql } from 'kysely';
import type { HistoryScope } from '../../../contract/history/history-queries';
import type { LockLoad } from '../../../domain/queueing/fit-queue';
import { type Histogram, merge, momentsOf } from '../../database/histogram';
import type { Db } from '../../database/multi-row';
import { commonMs, type Interval, watchedIn } from '../coverage';
import { mostWaitedFor } from '../debt';
import { type Grid, gridFor } from '../grid';
import { heldByPoint } from '../lock-held';
import { subjectsOf } from '../scope';
import { byPoint, histogramsOf, sumsOf } from '../series-rows';
import { type LockNames, namesOf } from '../span-rows';

/** What is recorded of one lock that one holder at a time has. */
export type RecordedLoad = {
  target: string;
  family: string;
  lock: string;
  key: string;
  /** Share of the range that was watched. */
  covered: number;
  load: LockLoad;
};

type Range = { fromMs: number; toMs: number; nowMs: number };

/** So many points show bursts of seconds in an hour. */
const POINTS = 720;
/** Newest holds that are asked whether their waiters were counted. */
const NEWEST = 50;
/** Kinds that several may hold. */
const SHARED: ReadonlySet<string | null> = new Set(['read-write', 'semaphore', 'latch', 'job']);
/** A point of which so much was not watched is not counted, ms. */
const SLACK_MS = 250;

/** The load of the `top` locks in scope that were waited for most, but for those that several may hold at a time. */
export async function lockLoads(
  db: Db,
  { scope, ...range }: Range & { scope: HistoryScope },
  top: number,
): Promise<RecordedLoad[]> {
  const subjects = await subjectsOf(db, scope);
  const grid = gridFor(subjects, range.fromMs, range.toMs, POINTS);
  const worst = await mostWaitedFor(db, subjects, grid, top);
  const locks = worst.map(({ subject }) => subject);
  return loadsOf(db, locks, grid, range);
}

/** The load of these locks, by the number of their subjects. */
export async function loadsOf(
  db: Db,
  locks: readonly number[],
  grid: Grid,
  range: Range,
): Promise<RecordedLoad[]> {
  const names = await namesOf(db, locks);
  const targets = [...new Set([...names.values()].map(({ id }) => targetIn(id)))];
  const watched = await watchedIn(db, targets, { fromMs: grid.firstMs, toMs: grid.endMs }, range.nowMs);
  const found: RecordedLoad[] = [];
  for (const lock of locks) {
    const name = names.get(lock);
    if (!name || SHARED.has(name.kind)) continue;
    const load = await loadOf(db, lock, name, grid, watched.get(targetIn(name.id)) ?? [], range);
    if (load) found.push(load);
  }
  return found;
}

function targetIn(id: string): string {
  return id.slice(0, id.indexOf('.'));
}

type Name = LockNames extends Map<number, infer N> ? N : never;

async function loadOf(
  db: Db,
  lock: number,
  { id, key, family }: Name,
  grid: Grid,
  watched: readonly Interval[],
  { toMs, nowMs }: Range,
): Promise<RecordedLoad | null> {
  const { pointMs, startsMs } = grid;
  const whole = startsMs.filter((startMs) => startMs + pointMs <= Math.min(toMs, nowMs));
  const isKnown = (startMs: number) =>
    commonMs(watched, [{ fromMs: startMs, toMs: startMs + pointMs }]) >= pointMs - SLACK_MS;
  const known = whole.filter(isKnown);
  if (known.length === 0) return null;
  const rows = byPoint(await sumsOf(db, [lock], grid), pointMs);
  const held = await heldByPoint(db, lock, grid, rows, watched, nowMs);
  const histograms = await histogramsOf(db, [lock], grid);
  const waiters = await waitersAt(db, lock, grid);
  const over = (sum: (startMs: number) => number) => known.reduce((all, startMs) => all + sum(startMs), 0);
  const sumAt = (startMs: number, of: 'acquisitions' | 'waiterMs') =>
    (rows.get(startMs) ?? []).reduce((sum, row) => sum + row[of], 0);
  const timesOf = (measure: 'hold' | 'gap'): Histogram =>
    merge(known.flatMap((startMs) => histograms.get(`${measure} ${startMs}`) ?? []));
  const isCounted = await countsWaiters(db, lock, grid);
  return {
    target: targetIn(id),
    family: family ?? '',
    lock: id,
    key,
    covered: known.length / whole.length,
    load: {
      coveredMs: known.length * pointMs,
      acquisitions: over((startMs) => sumAt(startMs, 'acquisitions')),
      heldMs: over((startMs) => Math.min(pointMs, held.get(startMs) ?? 0)),
      waiterMs: isCounted ? over((startMs) => sumAt(startMs, 'waiterMs')) : null,
      holds: momentsOf(timesOf('hold')),
      gaps: momentsOf(timesOf('gap')),
      arrivals: whole.map((startMs) => {
        const [before, after] = [waiters(startMs), waiters(startMs + pointMs)];
        if (!isKnown(startMs) || before === null || after === null) return null;
        return Math.max(0, sumAt(startMs, 'acquisitions') + after - before);
      }),
      pointMs,
    },
  };
}

/** Number of waiters at the borders of points; null = not counted. */
async function waitersAt(
  db: Db,
  lock: number,
  { firstMs, endMs, pointMs }: Grid,
): Promise<(atMs: number) => number | null> {
  const ofLock = db.selectFrom('waiting').where('lock', '=', lock);
  const before = await ofLock
    .where('at_ms', '<=', firstMs)
    .orderBy('at_ms', 'desc')
    .limit(1)
    .select(['at_ms', 'waiters'])
    .execute();
  const last = ofLock
    .where('at_ms', '>', firstMs)
    .where('at_ms', '<=', endMs)
    .groupBy(sql`(at_ms - 1) / ${sql.lit(pointMs)}`)
    .select(sql<number>`max(at_ms)`.as('at_ms'));
  const within = await ofLock
    .where('at_ms', 'in', last)
    .orderBy('at_ms')
    .select(['at_ms', 'waiters'])
    .execute();
  const changes = [...before, ...within];
  // Waiters that nobody counted yet are none.
  const first = { at_ms: Number.NEGATIVE_INFINITY, waiters: changes.length > 0 ? 0 : null };
  return (atMs) => ([first, ...changes].findLast(({ at_ms }) => at_ms <= atMs) ?? first).waiters;
}

async function countsWaiters(db: Db, lock: number, { firstMs, endMs }: Grid): Promise<boolean> {
  const newest = await db
    .selectFrom('spans')
    .where('lock', '=', lock)
    .where('from_ms', '>=', firstMs)
    .where('from_ms', '<', endMs)
    .orderBy('from_ms', 'desc')
    .limit(NEWEST)
    .select('waiters_max')
    .execute();
  return newest.length > 0 && newest.every(({ waiters_max }) => waiters_max !== null);
}
