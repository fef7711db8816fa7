import type { Db } from '../../database/multi-row';

/** Until when, within the range, holds may be missing: they were dropped under pressure or forgotten; null = nowhere. */
export async function incompleteBefore(
  db: Db,
  targets: readonly string[],
  { fromMs, toMs }: { fromMs: number; toMs: number },
): Promise<number | null> {
  if (targets.length === 0) return null;
  const dropped = await db
    .selectFrom('events')
    .where('kind', '=', 'detail-dropped')
    .where('at_ms', '>=', fromMs)
    .where('at_ms', '<', toMs)
    .where('target', 'in', [...targets])
    .orderBy('at_ms', 'desc')
    .limit(1)
    .select('at_ms')
    .executeTakeFirst();
  const forgotten = await forgottenBefore(db, targets);
  const ends = [dropped?.at_ms, forgotten !== null && forgotten > fromMs ? Math.min(forgotten, toMs) : null];
  const known = ends.flatMap((end) => end ?? []);
  return known.length === 0 ? null : Math.max(...known);
}

/** Where the oldest hold that is kept begins, if the target was watched before; null = all are kept. */
async function forgottenBefore(db: Db, targets: readonly string[]): Promise<number | null> {
  const oldest = await db
    .selectFrom('spans')
    .orderBy('from_ms')
    .limit(1)
    .select('from_ms')
    .executeTakeFirst();
  const watched = await db
    .selectFrom('coverage')
    .where('target', 'in', [...targets])
    .orderBy('from_ms')
    .limit(1)
    .select('from_ms')
    .executeTakeFirst();
  if (!oldest || !watched) return null;
  const acquired = await db
    .selectFrom('rollups')
    .innerJoin('subjects', 'subjects.id', 'rollups.subject')
    .where('subjects.kind', '=', 'target')
    .where('subjects.target', 'in', [...targets])
    .where('rollups.tier_ms', '=', 86_400_000)
    .where('rollups.start_ms', '<', oldest.from_ms - 86_400_000)
    .where('rollups.acquisitions', '>', 0)
    .limit(1)
    .select('rollups.start_ms')
    .executeTakeFirst();
  return acquired ? oldest.from_ms : null;
}
