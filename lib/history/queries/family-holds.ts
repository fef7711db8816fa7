import { type RawBuilder, sql } from 'kysely';
import type { FamilyHolds } from '../../domain/locks/lease-advice';
import { bucketOf, histogramTotalOf, percentile } from '../database/histogram';
import type { Db } from '../database/multi-row';
import { gridFor } from './grid';
import { subjectsOf, sumOf } from './scope';

export type FamilyRef = { target: string; family: string };

/** Families asked for at once. */
const AT_ONCE = 200;

export const familyName = ({ target, family }: FamilyRef) => `${target}\n${family}`;

type Dead = 'with-dead' | 'without-dead';

/**
 * What holds of these families took that ended within the range, in whole buckets of a tier that is fine enough; by
 * `familyName`. One of which nothing is known has no entry. `without-dead` = without keys that ran out of which nothing proves
 * that they were still held: a dead holder's lasts as long as the lease does.
 */
export async function familyHolds(
  db: Db,
  families: readonly FamilyRef[],
  fromMs: number,
  toMs: number,
  dead: Dead = 'with-dead',
): Promise<Map<string, FamilyHolds>> {
  const found = new Map<string, FamilyHolds>();
  for (let i = 0; i < families.length; i += AT_ONCE) {
    const some = families.slice(i, i + AT_ONCE);
    const subjects = await db
      .selectFrom('subjects')
      .where('kind', '=', 'family')
      .where('target', 'in', [...new Set(some.map(({ target }) => target))])
      .where('name', 'in', [...new Set(some.map(({ family }) => family))])
      .select(['id', 'target', 'name as family'])
      .execute();
    const among = sql`(su.target, su.family) in (values ${sql.join(some.map(({ target, family }) => sql`(${target}, ${family})`))})`;
    for (const [name, holds] of await holdsBy(db, subjects, { fromMs, toMs }, { dead, among }))
      found.set(name, holds);
  }
  return found;
}

/** The same of one lock alone, under the name of its family. `lock` = its subject. */
export function lockHolds(
  db: Db,
  lock: number,
  family: FamilyRef,
  { fromMs, toMs }: { fromMs: number; toMs: number },
  dead: Dead,
): Promise<Map<string, FamilyHolds>> {
  const among = sql`su.id = ${sql.lit(lock)}`;
  return holdsBy(db, [{ id: lock, ...family }], { fromMs, toMs }, { dead, among });
}

/** `among` = which locks `su` are of these subjects. */
async function holdsBy(
  db: Db,
  subjects: readonly (FamilyRef & { id: number })[],
  { fromMs, toMs }: { fromMs: number; toMs: number },
  { dead, among }: { dead: Dead; among: RawBuilder<unknown> },
): Promise<Map<string, FamilyHolds>> {
  const found = new Map<string, FamilyHolds>();
  if (subjects.length === 0) return found;
  const { reach } = await subjectsOf(db, { target: null, family: null, lock: null });
  const { tierMs, firstMs, endMs } = gridFor({ reach }, fromMs, toMs);
  const within = sql`tier_ms = ${sql.lit(tierMs)} and start_ms >= ${sql.lit(firstMs)} and start_ms < ${sql.lit(endMs)}`;
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
  const ranOut = dead === 'with-dead' ? [] : await ranOutOf(db, among, firstMs, endMs);
  for (const { id, target, family } of subjects) {
    const own = times.filter(({ subject }) => subject === id);
    const cut = cuts.find(({ subject }) => subject === id)?.cut ?? 0;
    const died = ranOut.filter((each) => each.target === target && each.family === family);
    found.set(familyName({ target, family }), holdsOf(own, cut, died));
  }
  return found;
}

type RanOut = FamilyRef & { ms: number; count: number };

/**
 * Keys of these locks that ran out, without those that are proven to have been held still (`PROVEN_EXPIRY`), by how long
 * they lasted. One condition is in the words of the index of holds that were cut short.
 */
async function ranOutOf(db: Db, among: RawBuilder<unknown>, fromMs: number, toMs: number): Promise<RanOut[]> {
  const { rows } = await sql<RanOut>`select su.target as target, su.family as family, to_ms - from_ms as ms,
      cast(count(*) as bigint) as count
    from subjects su cross join spans sp
    where sp.lock = su.id and su.kind = 'lock' and ${among}
      and ended in ('expired', 'lost', 'force-released', 'taken-over')
      and ended = 'expired' and overrun_ms is null and coalesce(verdict, '') <> 'alive'
      and to_ms >= ${sql.lit(fromMs)} and to_ms < ${sql.lit(toMs)}
    group by su.target, su.family, to_ms - from_ms`.execute(db);
  return rows;
}

type Times = { measure: string; bucket: number; count: number; firstMs: number };

function holdsOf(times: readonly Times[], cut: number, died: readonly RanOut[]): FamilyHolds {
  const usual = new Map<number, number>();
  let overstays = 0;
  for (const { measure, bucket, count } of times) {
    usual.set(bucket, (usual.get(bucket) ?? 0) + (measure === 'hold' ? count : -count));
    if (measure === 'overstay') overstays += count;
  }
  for (const { ms, count } of died) {
    const known = usual.get(bucketOf(ms)) ?? 0;
    usual.set(bucketOf(ms), Math.max(0, known - count));
  }
  const diedCount = died.reduce((sum, { count }) => sum + count, 0);
  const fromMs = times.length === 0 ? null : Math.min(...times.map(({ firstMs }) => firstMs));
  return {
    ...{ count: histogramTotalOf(usual), overstays, fromMs },
    ...{ cut: Math.max(0, cut - diedCount), died: diedCount },
    ...{ p99Ms: percentile(usual, 0.99), p999Ms: percentile(usual, 0.999) },
  };
}
