import { sql } from 'kysely';
import type { Db } from '../database/multi-row';
import type { HistogramsTable } from '../database/schema';
import { bucketStart } from '../database/tiers';
import type { Grid } from './grid';
import { PACKED_COUNTS, PackedSum } from './packed-counts';
import { sumOf } from './scope';

export type Measure = HistogramsTable['measure'];

/** Sums of one bucket over the subjects asked for. */
export type BucketSums = {
  startMs: number;
  acquisitions: number;
  releases: number;
  lapses: number;
  lost: number;
  forced: number;
  takenOver: number;
  renewals: number;
  heldMs: number;
  heldMax: number;
  waiterMs: number;
  waitersMax: number;
  waitedMax: number;
  coveredMs: number;
  subjects: number;
};

/** Roll-ups of these subjects, a row for each bucket that has one. */
export async function sumsOf(db: Db, subjects: readonly number[], grid: Grid): Promise<BucketSums[]> {
  if (subjects.length === 0) return [];
  return db
    .selectFrom('rollups')
    .where('tier_ms', '=', grid.tierMs)
    .where('subject', 'in', [...subjects])
    .where('start_ms', '>=', grid.firstMs)
    .where('start_ms', '<', grid.endMs)
    .groupBy('start_ms')
    .orderBy('start_ms')
    .select([
      'start_ms as startMs',
      sumOf('acquisitions').as('acquisitions'),
      sumOf('releases').as('releases'),
      sumOf('lapses').as('lapses'),
      sumOf('lost').as('lost'),
      sumOf('forced').as('forced'),
      sumOf('taken_over').as('takenOver'),
      sumOf('renewals').as('renewals'),
      sumOf('held_ms').as('heldMs'),
      sumOf('held_max').as('heldMax'),
      sumOf('waiter_ms').as('waiterMs'),
      sumOf('waiters_max').as('waitersMax'),
      sql<number>`max(waited_max)`.as('waitedMax'),
      sumOf('covered_ms').as('coveredMs'),
      sql<number>`cast(sum(case when covered_ms > 0 then 1 else 0 end) as bigint)`.as('subjects'),
    ])
    .execute();
}

/** Histograms of these subjects by measure and start of the point. */
export async function histogramsOf(
  db: Db,
  subjects: readonly number[],
  { tierMs, pointMs, firstMs, endMs }: Grid,
): Promise<Map<string, Map<number, number>>> {
  const found = new Map<string, Map<number, number>>();
  if (subjects.length === 0) return found;
  const rows = await db
    .selectFrom('histograms')
    .where('tier_ms', '=', tierMs)
    .where('subject', 'in', [...subjects])
    .where('start_ms', '>=', firstMs)
    .where('start_ms', '<', endMs)
    .groupBy(['subject', 'start_ms', 'measure'])
    .select(['start_ms', 'measure', PACKED_COUNTS.as('counts')])
    .execute();
  const sums = new Map<string, PackedSum>();
  for (const { start_ms, measure, counts } of rows) {
    const name = histogramName(measure, bucketStart(start_ms, pointMs));
    const sum = sums.get(name) ?? new PackedSum();
    sums.set(name, sum);
    sum.add(counts);
  }
  for (const [name, sum] of sums) found.set(name, sum.histogram());
  return found;
}

export function histogramName(measure: Measure, startMs: number): string {
  return `${measure} ${startMs}`;
}

/** Buckets by the start of the point they are in. */
export function byPoint(rows: readonly BucketSums[], pointMs: number): Map<number, BucketSums[]> {
  const points = new Map<number, BucketSums[]>();
  for (const row of rows) {
    const start = bucketStart(row.startMs, pointMs);
    const known = points.get(start);
    if (known) known.push(row);
    else points.set(start, [row]);
  }
  return points;
}
