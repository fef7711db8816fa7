import type { HistoryScope } from '../../../contract/history/history-queries';
import type { Db } from '../../database/multi-row';
import { mostWaitedFor } from '../debt';
import { gridFor } from '../grid';
import { subjectsOf } from '../scope';
import { byPoint, sumsOf } from '../series-rows';
import { namesOf } from '../span-rows';
import { loadsOf, type RecordedLoad } from './lock-loads';

/** The lock of a family that was waited for most. */
export type RecordedHotKey = RecordedLoad & {
  /** Locks of the family that were used in the range. */
  locks: number;
  /** Waiters × time of each part of the range, ms: of the lock, and of its family. */
  parts: readonly { own: number; family: number }[];
};

type Question = { scope: HistoryScope; fromMs: number; toMs: number; nowMs: number };

/** Locks among which the hottest of each family is looked for, and parts of a range. */
const WORST = 50;
const PARTS = 12;
const POINTS = 720;

/** Of the `top` families with the most waiter-seconds in scope the lock that has the most of them. */
export async function hotKeys(db: Db, question: Question, top: number): Promise<RecordedHotKey[]> {
  const subjects = await subjectsOf(db, question.scope);
  const grid = gridFor(subjects, question.fromMs, question.toMs, POINTS);
  const worst = await mostWaitedFor(db, subjects, grid, WORST);
  const names = await namesOf(
    db,
    worst.map(({ subject }) => subject),
  );
  const hottest = new Map<string, number>();
  for (const { subject } of worst) {
    const name = names.get(subject);
    const family = `${name?.id.split('.')[0]}\n${name?.family}`;
    if (name?.family && !hottest.has(family) && hottest.size < top) hottest.set(family, subject);
  }
  const found: RecordedHotKey[] = [];
  for (const lock of hottest.values()) {
    const [recorded] = await loadsOf(db, [lock], grid, question);
    if (!recorded) continue;
    const { target, family } = recorded;
    const ofFamily = await db
      .selectFrom('subjects')
      .where('kind', '=', 'family')
      .where('target', '=', target)
      .where('name', '=', family)
      .select('id')
      .executeTakeFirst();
    const used = await db
      .selectFrom('subjects')
      .where('target', '=', target)
      .where('family', '=', family)
      .where('kind', '=', 'lock')
      .where('last_ms', '>=', question.fromMs)
      .select((each) => each.fn.countAll().as('count'))
      .executeTakeFirst();
    if (!ofFamily) continue;
    const partMs = Math.max(1, Math.floor(grid.startsMs.length / PARTS)) * grid.pointMs;
    const [own, whole] = [
      byPoint(await sumsOf(db, [lock], grid), partMs),
      byPoint(await sumsOf(db, [ofFamily.id], grid), partMs),
    ];
    const waited = (rows: readonly { waiterMs: number }[] = []) =>
      rows.reduce((sum, { waiterMs }) => sum + waiterMs, 0);
    const parts = [...whole].map(([startMs, rows]) => ({
      own: waited(own.get(startMs)),
      family: waited(rows),
    }));
    found.push({ ...recorded, locks: Number(used?.count ?? 0), parts });
  }
  return found;
}
