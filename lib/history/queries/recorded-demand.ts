import type { HistoryScope } from '../../contract/history/history-queries';
import type { Db } from '../database/multi-row';
import { bucketStart } from '../database/tiers';
import { union, watchedIn } from './coverage';
import { gridFor } from './grid';
import { type RecordedLock, recordedLocks } from './recorded-locks';
import { subjectsOf } from './scope';
import { sumsOf } from './series-rows';

/** Buckets are written that long after they are over, at most. */
const LATE_MS = 5_000;
/** Holds of one question at most. */
const MOST_HOLDS = 20_000;

/** Who held a lock, or those of a family, and how many waited. */
export type RecordedDemand = {
  /** Whether anything is recorded of the lock or family. */
  known: boolean;
  /** Whole buckets of the roll-ups within the range that was asked for. */
  fromMs: number;
  toMs: number;
  /** Contention debt by the roll-ups, waiters × ms. */
  waiterMs: number;
  acquisitions: number;
  /** Share of the time that was watched, of the target with the least. */
  covered: number;
  /** null = more than can be read at once. */
  locks: RecordedLock[] | null;
};

/** `scope` names a lock or a family. The bucket that runs is left out: it is written when it is over. */
export async function recordedDemand(
  db: Db,
  { scope, fromMs, toMs }: { scope: HistoryScope; fromMs: number; toMs: number },
  nowMs: number,
): Promise<RecordedDemand> {
  const subjects = await subjectsOf(db, scope);
  const { tierMs } = gridFor(subjects, fromMs, toMs);
  const range = {
    fromMs: bucketStart(fromMs + tierMs - 1, tierMs),
    toMs: bucketStart(Math.min(toMs, nowMs - LATE_MS), tierMs),
  };
  const nothing = { known: false, ...range, waiterMs: 0, acquisitions: 0, covered: 0, locks: null };
  if (subjects.own.length === 0 || range.fromMs >= range.toMs) return nothing;
  const sums = await sumsOf(db, subjects.own, {
    ...{ tierMs, pointMs: tierMs, startsMs: [], firstMs: range.fromMs, endMs: range.toMs },
  });
  const of = await db
    .selectFrom('subjects')
    .where('id', 'in', subjects.own)
    .select('target')
    .distinct()
    .execute();
  const targets = of.map(({ target }) => target);
  const watched = [...(await watchedIn(db, targets, range, nowMs)).values()];
  const shares = watched.map((intervals) => {
    const watchedMs = union(intervals).reduce((sum, each) => sum + each.toMs - each.fromMs, 0);
    return watchedMs / (range.toMs - range.fromMs);
  });
  return {
    ...{ known: true, ...range },
    waiterMs: sums.reduce((sum, row) => sum + row.waiterMs, 0),
    acquisitions: sums.reduce((sum, row) => sum + row.acquisitions, 0),
    covered: Math.min(...shares),
    locks: await recordedLocks(db, subjects, range, MOST_HOLDS),
  };
}
