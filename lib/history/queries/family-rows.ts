import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../database/multi-row';
import { PROVEN_EXPIRY } from '../database/query-indexes';
import { type Grid, segmentsOf } from './grid';
import { PACKED_COUNTS, PackedSum } from './packed-counts';

/** Rows of many families at once, each of one question whatever their number. */

export type FamilyTotals = {
  subject: number;
  target: string;
  family: string;
  waiterMs: number;
  acquisitions: number;
  renewals: number;
  /** Longest that somebody had waited by then, ms; 0 = nobody did. */
  waitedMax: number;
};

const whole = (figure: RawBuilder<unknown>) => sql`cast(${figure} as bigint)`;
const within = (tierMs: number, fromMs: number, toMs: number) =>
  sql`tier_ms = ${sql.lit(tierMs)} and start_ms >= ${sql.lit(fromMs)} and start_ms < ${sql.lit(toMs)}`;
/** The same rows of each part of the grid, as coarse as they fit. */
const ofSegments = (
  { firstMs, endMs, tierMs }: Grid,
  rowsOf: (where: RawBuilder<unknown>) => RawBuilder<unknown>,
) =>
  sql.join(
    segmentsOf(firstMs, endMs, tierMs).map((part) => rowsOf(within(part.tierMs, part.fromMs, part.toMs))),
    sql` union all `,
  );

/** Sums of every family of these targets that has any in the grid. */
export async function familySums(db: Db, targets: readonly string[], grid: Grid): Promise<FamilyTotals[]> {
  if (targets.length === 0) return [];
  // SQLite begins with what stands first in a cross join: the families, each of which is one stretch of the key.
  const rows = ofSegments(
    grid,
    (where) => sql`select f.id as subject, f.target as target, f.name as family,
      waiter_ms, acquisitions, renewals, waited_max
      from subjects f cross join rollups r
      where f.kind = 'family' and f.target in (${sql.join(targets)}) and r.subject = f.id and ${where}`,
  );
  const found = await sql<FamilyTotals>`select subject, target, family,
    ${whole(sql`sum(waiter_ms)`)} as "waiterMs", ${whole(sql`sum(acquisitions)`)} as acquisitions,
    ${whole(sql`sum(renewals)`)} as renewals, max(waited_max) as "waitedMax"
    from (${rows}) as rows_of_families group by subject, target, family`.execute(db);
  return found.rows;
}

type PointSum = { subject: number; point: number; ms: number };

/** A figure of these subjects by point of `stepMs` from the start of the grid on; points without any have no row. */
export async function pointSums(
  db: Db,
  column: 'waiter_ms' | 'covered_ms',
  subjects: readonly number[],
  { tierMs, firstMs, endMs }: Grid,
  stepMs: number,
): Promise<PointSum[]> {
  if (subjects.length === 0) return [];
  const point = sql`(start_ms - ${sql.lit(firstMs)}) / ${sql.lit(stepMs)}`;
  const found =
    await sql<PointSum>`select subject, ${whole(point)} as point, ${whole(sql`sum(${sql.ref(column)})`)} as ms
    from rollups where subject in (${sql.join(subjects)}) and ${within(tierMs, firstMs, endMs)}
    and ${sql.ref(column)} > 0 group by 1, 2`.execute(db);
  return found.rows;
}

export type FamilyTimes = { hold: Map<number, number>; wait: Map<number, number> };

/** Histograms of the times of these families that ended within the grid, by subject. */
export async function familyTimes(
  db: Db,
  subjects: readonly number[],
  grid: Grid,
): Promise<Map<number, FamilyTimes>> {
  const times = new Map<number, FamilyTimes>();
  if (subjects.length === 0) return times;
  type Row = { subject: number; measure: keyof FamilyTimes; counts: string };
  const rows = ofSegments(
    grid,
    (where) => sql`select subject, measure, ${PACKED_COUNTS} as counts from histograms
      where subject in (${sql.join(subjects)}) and ${where} and measure in ('hold', 'wait')
      group by subject, start_ms, measure`,
  );
  const sums = new Map<number, { hold: PackedSum; wait: PackedSum }>();
  for (const { subject, measure, counts } of (await sql<Row>`${rows}`.execute(db)).rows) {
    const of = sums.get(subject) ?? { hold: new PackedSum(), wait: new PackedSum() };
    sums.set(subject, of);
    of[measure].add(counts);
  }
  for (const [subject, { hold, wait }] of sums)
    times.set(subject, { hold: hold.histogram(), wait: wait.histogram() });
  return times;
}

type FamilyCount = { target: string; family: string; count: number };

/** Holds that ended within the range and are proven to have expired while they were held, by family, as the ledger counts them. */
export async function familyExpiries(
  db: Db,
  targets: readonly string[],
  { fromMs, toMs }: { fromMs: number; toMs: number },
): Promise<FamilyCount[]> {
  if (targets.length === 0) return [];
  const found = await sql<FamilyCount>`select su.target as target, coalesce(su.family, '') as family,
    ${whole(sql`count(*)`)} as count
    from spans sp cross join subjects su where su.id = sp.lock and ${sql.raw(PROVEN_EXPIRY)}
    and to_ms >= ${sql.lit(fromMs)} and to_ms < ${sql.lit(toMs)} and su.target in (${sql.join(targets)})
    group by 1, 2`.execute(db);
  return found.rows;
}
