import { sql } from 'kysely';
import type { Timeline } from '../../../contract/history/past';
import type { Db } from '../../database/multi-row';
import { sliceOf } from './timeline-blocks';

/** Beyond so many changes only the most of each slice of time is told. */
const CHANGES = 4_000;

/** How the number of waiters of a lock changed within the range; the first change may be before it. */
export async function waitingOf(
  db: Db,
  lock: number,
  { fromMs, toMs }: { fromMs: number; toMs: number },
): Promise<Timeline['waiting']> {
  const ofLock = db.selectFrom('waiting').where('lock', '=', lock);
  const before = await ofLock
    .where('at_ms', '<=', fromMs)
    .orderBy('at_ms', 'desc')
    .limit(1)
    .select(['at_ms as atMs', 'waiters'])
    .execute();
  const within = ofLock.where('at_ms', '>', fromMs).where('at_ms', '<', toMs);
  const changes = await within
    .orderBy('at_ms')
    .limit(CHANGES + 1)
    .select(['at_ms as atMs', 'waiters'])
    .execute();
  if (changes.length <= CHANGES) return [...before, ...changes];
  const slice = sql<number>`(at_ms - ${sql.lit(fromMs)}) / ${sql.lit(sliceOf(fromMs, toMs))}`;
  const most = await within
    .groupBy(slice)
    .orderBy(sql`min(at_ms)`)
    .select([sql<number>`min(at_ms)`.as('atMs'), sql<number | null>`max(waiters)`.as('waiters')])
    .execute();
  return [...before, ...most];
}
