import type { HorizonSeries } from '../../contract/history/history';
import type { HistoryScope } from '../../contract/history/history-queries';
import type { Db } from '../database/multi-row';
import { bucketStart } from '../database/tiers';
import { gridFor } from './grid';
import { subjectsOf, targetOf } from './scope';

type HorizonQuestion = { scope: HistoryScope; fromMs: number; toMs: number };
type Counts = NonNullable<HorizonSeries['points'][number]['counts']>;

/** How long held locks had left, as last seen in each point; of several targets their sum. */
export async function horizon(
  db: Db,
  { scope, fromMs, toMs }: HorizonQuestion,
  nowMs: number,
): Promise<HorizonSeries> {
  const subjects = await subjectsOf(db, { ...scope, target: targetOf(scope), family: null, lock: null });
  const { tierMs, pointMs, firstMs, endMs, startsMs } = gridFor(subjects, fromMs, toMs);
  const ids = subjects.targets.map(({ id }) => id);
  const rows =
    ids.length === 0
      ? []
      : await db
          .selectFrom('horizons')
          .where('tier_ms', '=', tierMs)
          .where('subject', 'in', ids)
          .where('start_ms', '>=', firstMs)
          .where('start_ms', '<', endMs)
          .orderBy('start_ms')
          .selectAll()
          .execute();
  const last = new Map<number, Map<number, Counts>>();
  for (const row of rows) {
    const start = bucketStart(row.start_ms, pointMs);
    const ofTargets = last.get(start) ?? new Map<number, Counts>();
    last.set(
      start,
      ofTargets.set(row.subject, {
        within10s: row.within_10s,
        within1m: row.within_1m,
        within10m: row.within_10m,
        within1h: row.within_1h,
        later: row.later,
        never: row.never,
      }),
    );
  }
  const points = startsMs.map((startMs) => ({
    startMs,
    counts: sum([...(last.get(startMs)?.values() ?? [])]),
  }));
  return { fromMs, toMs, pointMs, points, nowMs };
}

function sum([first, ...more]: Counts[]): Counts | null {
  if (!first) return null;
  const all = { ...first };
  for (const counts of more)
    for (const name of Object.keys(all) as (keyof Counts)[]) all[name] += counts[name];
  return all;
}
