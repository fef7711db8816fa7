import type { HistorySeries } from '../../contract/history/history';
import type { HistoryScope } from '../../contract/history/history-queries';
import { HISTOGRAM_ERROR } from '../database/histogram';
import type { Db } from '../database/multi-row';
import { gapsIn, union, watchedIn } from './coverage';
import { gridFor } from './grid';
import { heldByPoint } from './lock-held';
import { leaseOfHolds, newestHolds } from './newest-holds';
import { askedOf, type Subjects, subjectsOf } from './scope';
import { pointsOf, totalOfAll } from './series-points';
import { byPoint, histogramsOf, sumsOf } from './series-rows';

type SeriesQuestion = { scope: HistoryScope; fromMs: number; toMs: number };

/** Newest holds that a lease is looked for in. */
const HOLDS = 200;

/**
 * All figures of a range in at most `MOST_POINTS` points, which are whole: the first may begin before the range. `total` is
 * of all points. A point in which nobody watched has no figures.
 */
export async function series(
  db: Db,
  { scope, fromMs, toMs }: SeriesQuestion,
  nowMs: number,
): Promise<HistorySeries> {
  const subjects = await subjectsOf(db, scope);
  const grid = gridFor(subjects, fromMs, toMs);
  const range = { fromMs: grid.firstMs, toMs: grid.endMs };
  const targets = subjects.targets.map(({ target }) => target);
  const watched = [...(await watchedIn(db, targets, range, nowMs)).values()];
  const ofTargets = await sumsOf(
    db,
    subjects.targets.map(({ id }) => id),
    grid,
  );
  const wide = scope.lock === null && scope.family === null;
  const own = wide ? ofTargets : await sumsOf(db, subjects.own, grid);
  const [lock] = scope.lock === null ? [] : subjects.own;
  const sure = await certaintyOf(db, subjects, lock, range);
  const ownPoints = byPoint(own, grid.pointMs);
  const held =
    lock === undefined ? null : await heldByPoint(db, lock, grid, ownPoints, union(watched.flat()), nowMs);
  const facts = {
    grid,
    own: ownPoints,
    targets: byPoint(ofTargets, grid.pointMs),
    heldMs: held,
    histograms: await histogramsOf(db, subjects.own, grid),
    ofTargets: Math.max(1, watched.filter((intervals) => intervals.length > 0).length),
    waitersKnown: sure.waitersKnown,
    nowMs,
  };
  return {
    scope: askedOf(scope),
    fromMs,
    toMs,
    pointMs: grid.pointMs,
    points: pointsOf(facts),
    total: totalOfAll(facts, scope.lock !== null),
    leaseMs: await leaseOf(db, subjects, lock, range),
    certainty: sure.certainty,
    percentileError: HISTOGRAM_ERROR,
    gaps: gapsIn(watched.flat(), { fromMs, toMs }, nowMs),
    nowMs,
  };
}

type Range = { fromMs: number; toMs: number };

/**
 * Changes are read some time after they happened, so holds shorter than that are missed: counts are lower bounds. Waiters of
 * a lock are counted or not at all; of several locks, those of whom nothing can be counted are missing.
 */
async function certaintyOf(
  db: Db,
  { scope }: Subjects,
  lock: number | undefined,
  { fromMs, toMs }: Range,
): Promise<{ certainty: HistorySeries['certainty']; waitersKnown: boolean }> {
  const counts = 'at-least';
  if (scope.lock === null)
    return { certainty: { counts, wait: 'estimated', waiting: 'at-least' }, waitersKnown: true };
  const [last, named] =
    lock === undefined
      ? []
      : await Promise.all([
          db
            .selectFrom('spans')
            .where('lock', '=', lock)
            .where('from_ms', '<', toMs)
            .orderBy('from_ms', 'desc')
            .limit(1)
            .select('waiters_max')
            .executeTakeFirst(),
          db
            .selectFrom('wait_spans')
            .where('lock', '=', lock)
            .where('from_ms', '>=', fromMs)
            .where('from_ms', '<', toMs)
            .limit(1)
            .select('id')
            .executeTakeFirst(),
        ]);
  return {
    certainty: { counts, wait: named ? 'exact' : 'estimated', waiting: 'exact' },
    waitersKnown: last?.waiters_max !== null,
  };
}

/** Longest lease of the newest holds of a lock; of a family only when all of them have the same. */
async function leaseOf(
  db: Db,
  { scope, targets }: Subjects,
  lock: number | undefined,
  { fromMs, toMs }: Range,
): Promise<number | null> {
  if (lock !== undefined) {
    const rows = await newestLeases(db, lock, toMs);
    const within = rows.filter((row, i) => i === 0 || row.from_ms >= fromMs);
    const leases = within.flatMap(({ lease_ms }) => lease_ms ?? []);
    return leases.length === 0 ? null : Math.max(...leases);
  }
  if (scope.family === null || targets.length === 0) return null;
  const { family } = scope;
  const lease = leaseOfHolds(
    await newestHolds(
      db,
      targets.map(({ target }) => ({ target, family })),
      toMs,
    ),
  );
  return lease && !lease.noTtl && lease.minMs === lease.maxMs ? lease.maxMs : null;
}

function newestLeases(db: Db, lock: number, beforeMs: number) {
  return db
    .selectFrom('spans')
    .where('lock', '=', lock)
    .where('from_ms', '<', beforeMs)
    .orderBy('from_ms', 'desc')
    .limit(HOLDS)
    .select(['lease_ms', 'from_ms'])
    .execute();
}
