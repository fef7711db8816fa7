import { sql } from 'kysely';
import type { FamilyHolds } from '../../domain/locks/lease-advice';
import { histogramTotalOf, percentile } from '../database/histogram';
import type { Db } from '../database/multi-row';
import { gridFor } from './grid';
import { subjectsOf, sumOf } from './scope';

export type FamilyRef = { target: string; family: string };

/** Families asked for at once. */
const AT_ONCE = 200;

export const familyName = ({ target, family }: FamilyRef) => `${target}\n${family}`;

/**
 * What holds of these families took that ended within the range, in whole buckets of a tier that is fine enough; by
 * `familyName`. One of which nothing is known has no entry.
 */
export async function familyHolds(
  db: Db,
  families: readonly FamilyRef[],
  fromMs: number,
  toMs: number,
): Promise<Map<string, FamilyHolds>> {
  const found = new Map<string, FamilyHolds>();
  if (families.length === 0) return found;
  const { reach } = await subjectsOf(db, { target: null, family: null, lock: null });
  const { tierMs, firstMs, endMs } = gridFor({ reach }, fromMs, toMs);
  for (let i = 0; i < families.length; i += AT_ONCE) {
    const some = families.slice(i, i + AT_ONCE);
    const within = sql`tier_ms = ${sql.lit(tierMs)} and start_ms >= ${sql.lit(firstMs)} and start_ms < ${sql.lit(endMs)}`;
    const subjects = await db
      .selectFrom('subjects')
      .where('kind', '=', 'family')
      .where('target', 'in', [...new Set(some.map(({ target }) => target))])
      .where('name', 'in', [...new Set(some.map(({ family }) => family))])
      .select(['id', 'target', 'name'])
      .execute();
    if (subjects.length === 0) continue;
    const ids = subjects.map(({ id }) => id);
    const times = await db
      .selectFrom('histograms')
      .where('subject', 'in', ids)
      .where(sql<boolean>`${within}`)
      .where('measure', 'in', ['hold', 'overstay'])
      .groupBy(['subject', 'measure', 'bucket'])
      .select(['subject', 'measure', 'bucket', sumOf('count').as('count')])
      .select(sql<number>`min(start_ms)`.as('firstMs'))
      .execute();
    const cuts = await db
      .selectFrom('rollups')
      .where('subject', 'in', ids)
      .where(sql<boolean>`${within}`)
      .groupBy('subject')
      .select(['subject', sql<number>`cast(sum(lapses + lost + forced + taken_over) as bigint)`.as('cut')])
      .execute();
    for (const { id, target, name } of subjects) {
      const own = times.filter(({ subject }) => subject === id);
      const cut = cuts.find(({ subject }) => subject === id)?.cut ?? 0;
      found.set(familyName({ target, family: name }), holdsOf(own, cut));
    }
  }
  return found;
}

type Times = { measure: string; bucket: number; count: number; firstMs: number };

function holdsOf(times: readonly Times[], cut: number): FamilyHolds {
  const usual = new Map<number, number>();
  let overstays = 0;
  for (const { measure, bucket, count } of times) {
    usual.set(bucket, (usual.get(bucket) ?? 0) + (measure === 'hold' ? count : -count));
    if (measure === 'overstay') overstays += count;
  }
  const fromMs = times.length === 0 ? null : Math.min(...times.map(({ firstMs }) => firstMs));
  return { count: histogramTotalOf(usual), overstays, cut, p99Ms: percentile(usual, 0.99), fromMs };
}
