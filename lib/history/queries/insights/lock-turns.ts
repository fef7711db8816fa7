import type { HistoryScope } from '../../../contract/history/history-queries';
import type { RecordedWait, Taken } from '../../../domain/locks/fairness';
import type { Db } from '../../database/multi-row';
import { commonMs, watchedIn } from '../coverage';
import { subjectsOf, sumOf } from '../scope';
import { namesOf } from '../span-rows';

export type LockTurns = {
  target: string;
  lock: string;
  key: string;
  family: string | null;
  turns: RecordedWait[];
  grants: Taken[];
  fromMs: number;
  toMs: number;
  /** Share of the time that was watched. */
  covered: number;
};

/** Longest time that is looked at: the end of a longer range. */
const MOST_MS = 86_400_000;
/** Locks of one answer: those with the most waits that ended with the lock, and at least so many. */
const LOCKS = 50;
const LEAST_WAITS = 50;
/** Of one lock, the newest. */
const WAITS = 5_000;
const HOLDS = 20_000;

/** Who waited for a lock from when to when, and who took it when, of the locks for which most waited under a name. */
export async function lockTurns(
  db: Db,
  { scope, fromMs, toMs, nowMs }: { scope: HistoryScope; fromMs: number; toMs: number; nowMs: number },
): Promise<LockTurns[]> {
  const { targets } = await subjectsOf(db, scope);
  const range = { fromMs: Math.max(fromMs, toMs - MOST_MS), toMs: Math.min(toMs, nowMs) };
  const among = targets.map(({ target }) => target);
  if (among.length === 0) return [];
  const busiest = await db
    .selectFrom('wait_spans as w')
    .innerJoin('subjects as s', 's.id', 'w.lock')
    .where('w.from_ms', '>=', range.fromMs)
    .where('w.from_ms', '<', range.toMs)
    .where('w.target', 'in', among)
    .$if(scope.family !== null, (query) => query.where('s.family', '=', scope.family ?? ''))
    .groupBy(['w.lock', 'w.target'])
    .select(['w.lock', 'w.target', sumOf('w.got_it').as('got')])
    .orderBy('got', 'desc')
    .limit(LOCKS)
    .execute();
  const enough = busiest.filter(({ got }) => got >= LEAST_WAITS);
  const names = await namesOf(
    db,
    enough.map(({ lock }) => lock),
  );
  const watched = await watchedIn(db, among, range, nowMs);
  const found: LockTurns[] = [];
  for (const { lock, target } of enough) {
    const { id = '', key = '', family = null } = names.get(lock) ?? {};
    const coveredMs = commonMs(watched.get(target) ?? [], [range]);
    found.push({
      ...{ target, lock: id, key, family, ...range, ...(await turnsOf(db, lock, range)) },
      covered: coveredMs / Math.max(1, range.toMs - range.fromMs),
    });
  }
  return found;
}

async function turnsOf(
  db: Db,
  lock: number,
  { fromMs, toMs }: { fromMs: number; toMs: number },
): Promise<Pick<LockTurns, 'turns' | 'grants'>> {
  const waits = await db
    .selectFrom('wait_spans')
    .where('lock', '=', lock)
    .where('from_ms', '>=', fromMs)
    .where('from_ms', '<', toMs)
    .where('waiter_ref', 'is not', null)
    .orderBy('from_ms', 'desc')
    .limit(WAITS)
    .select(['waiter', 'waiter_ref', 'from_ms', 'to_ms', 'got_it'])
    .execute();
  // Waits that are left out must not make a grant look as if nobody waited before it.
  const sinceMs = waits.length < WAITS ? fromMs : (waits.at(-1)?.from_ms ?? fromMs);
  const holds = await db
    .selectFrom('spans')
    .where('lock', '=', lock)
    .where('from_ms', '>=', sinceMs)
    .where('from_ms', '<', toMs)
    .where('mode', '!=', 'read')
    .where('from_known', '=', 'seen')
    .orderBy('from_ms', 'desc')
    .limit(HOLDS)
    .select(['holder_ref', 'from_ms'])
    .execute();
  return {
    turns: waits.map(({ waiter, waiter_ref, from_ms, to_ms, got_it }) => ({
      ...{ who: waiter_ref ?? '', waiter, fromMs: from_ms, toMs: to_ms },
      gotIt: got_it === null ? null : got_it === 1,
    })),
    grants: holds.map(({ holder_ref, from_ms }) => ({ who: holder_ref, atMs: from_ms })),
  };
}
