import { sql } from 'kysely';
import type { DebtSeries } from '../../contract/history/history';
import type { HistoryScope } from '../../contract/history/history-queries';
import type { Db } from '../database/multi-row';
import { bucketStart } from '../database/tiers';
import { type Grid, gridFor, segmentsOf } from './grid';
import { type Subjects, subjectsOf, sumOf } from './scope';
import { byPoint, sumsOf } from './series-rows';
import { namesOf } from './span-rows';

type DebtQuestion = { scope: HistoryScope; fromMs: number; toMs: number; top: number };

/** Contention debt of the locks with the most of it over the range, and of all others together. */
export async function debt(
  db: Db,
  { scope, fromMs, toMs, top }: DebtQuestion,
  nowMs: number,
): Promise<DebtSeries> {
  const subjects = await subjectsOf(db, scope);
  const grid = gridFor(subjects, fromMs, toMs);
  const ids = subjects.targets.map(({ id }) => id);
  const ofTargets = await sumsOf(db, ids, grid);
  const whole =
    scope.family === null && scope.lock === null ? ofTargets : await sumsOf(db, subjects.own, grid);
  const [targetPoints, wholePoints] = [byPoint(ofTargets, grid.pointMs), byPoint(whole, grid.pointMs)];
  const watched = (at: number) => (targetPoints.get(at) ?? []).some(({ coveredMs }) => coveredMs > 0);
  const worst = await mostWaitedFor(db, subjects, grid, top);
  const names = await namesOf(
    db,
    worst.map(({ subject }) => subject),
  );
  const points = await waitedBy(
    db,
    worst.map(({ subject }) => subject),
    grid,
  );
  const ofLock = (subject: number, at: number) => points.get(`${subject} ${at}`) ?? 0;
  const { startsMs, pointMs } = grid;
  return {
    fromMs,
    toMs,
    pointMs,
    startsMs,
    locks: worst.map(({ subject, waiterMs }) => ({
      id: names.get(subject)?.id ?? '',
      key: names.get(subject)?.key ?? '',
      family: names.get(subject)?.family ?? '',
      waiterSeconds: waiterMs / 1000,
      points: startsMs.map((at) => (watched(at) ? ofLock(subject, at) / 1000 : null)),
    })),
    others: startsMs.map((at) => {
      if (!watched(at)) return null;
      const all = (wholePoints.get(at) ?? []).reduce((sum, { waiterMs }) => sum + waiterMs, 0);
      const shown = worst.reduce((sum, { subject }) => sum + ofLock(subject, at), 0);
      return Math.max(0, all - shown) / 1000;
    }),
    nowMs,
  };
}

type Worst = { subject: number; waiterMs: number };

/** The locks that were waited for most. Sums over the whole range are read from the coarsest buckets that fit into it. */
export async function mostWaitedFor(
  db: Db,
  { scope, targets, own }: Subjects,
  grid: Grid,
  top: number,
): Promise<Worst[]> {
  const names = targets.map(({ target }) => target);
  const [first, ...more] = segmentsOf(grid.firstMs, grid.endMs, grid.tierMs).map(({ tierMs, fromMs, toMs }) =>
    db
      .selectFrom('rollups as r')
      .where('r.tier_ms', '=', tierMs)
      .where('r.start_ms', '>=', fromMs)
      .where('r.start_ms', '<', toMs)
      // In the words of the index that has no other rows.
      .where(sql<boolean>`r.waiter_ms > 0`)
      .$if(scope.lock !== null, (query) => query.where('r.subject', 'in', own.length > 0 ? own : [-1]))
      .groupBy('r.subject')
      .select(['r.subject', sumOf('r.waiter_ms').as('ms')]),
  );
  if (names.length === 0 || !first) return [];
  return db
    .selectFrom(more.reduce((all, each) => all.unionAll(each), first).as('waited'))
    .innerJoin('subjects as s', 's.id', 'waited.subject')
    .where('s.kind', '=', 'lock')
    .where('s.target', 'in', names)
    .$if(scope.family !== null, (query) => query.where('s.family', '=', scope.family ?? ''))
    .groupBy('waited.subject')
    .select(['waited.subject', sumOf('waited.ms').as('waiterMs')])
    .orderBy('waiterMs', 'desc')
    .orderBy('waited.subject')
    .limit(top)
    .execute();
}

async function waitedBy(db: Db, subjects: readonly number[], grid: Grid): Promise<Map<string, number>> {
  const waited = new Map<string, number>();
  if (subjects.length === 0) return waited;
  const rows = await db
    .selectFrom('rollups')
    .where('tier_ms', '=', grid.tierMs)
    .where('subject', 'in', [...subjects])
    .where('start_ms', '>=', grid.firstMs)
    .where('start_ms', '<', grid.endMs)
    .select(['subject', 'start_ms', 'waiter_ms'])
    .execute();
  for (const { subject, start_ms, waiter_ms } of rows) {
    const name = `${subject} ${bucketStart(start_ms, grid.pointMs)}`;
    waited.set(name, (waited.get(name) ?? 0) + waiter_ms);
  }
  return waited;
}
