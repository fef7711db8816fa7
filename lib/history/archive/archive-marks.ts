import type { Db } from '../database/multi-row';
import type { Mark } from './archive-types';

export async function addMark(db: Db, mark: Omit<Mark, 'id'>): Promise<Mark> {
  const { id } = await db.insertInto('marks').values(mark).returning('id').executeTakeFirstOrThrow();
  return { ...mark, id };
}

/** A mark without `until_ms` is a moment. */
export async function readMarks(
  db: Db,
  { fromMs, toMs, target, limit }: { fromMs: number; toMs: number; target?: string; limit: number },
): Promise<Mark[]> {
  let query = db
    .selectFrom('marks')
    .selectAll()
    .where('at_ms', '<=', toMs)
    .where(({ eb, fn, ref }) => eb(fn.coalesce(ref('until_ms'), ref('at_ms')), '>=', fromMs))
    .orderBy('at_ms')
    .orderBy('id')
    .limit(limit);
  if (target !== undefined)
    query = query.where(({ eb, or }) => or([eb('target', 'is', null), eb('target', '=', target)]));
  return query.execute();
}

export async function removeMark(db: Db, id: number): Promise<boolean> {
  return (await db.deleteFrom('marks').where('id', '=', id).returning('id').execute()).length > 0;
}
