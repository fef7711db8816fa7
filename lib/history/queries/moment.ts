import type { PastLock, PastLockAnswer, PastMoment } from '../../contract/history/past';
import type { LockId } from '../../domain/keys/lock-id';
import { describeProblem, matches, parseFilter } from '../../domain/lists/lock-filter';
import { STATE_RANK } from '../../domain/lists/lock-sort';
import { counted, orderOf, sumOfKnown, UNKNOWN } from '../../domain/values/counted';
import { ConsoleError } from '../../domain/values/errors';
import type { Db } from '../database/multi-row';
import { type Interval, watchedIn } from './coverage';
import { asLock, pastGraph } from './past-graph';
import { pastLocks } from './past-locks';
import { type Subjects, subjectsOf } from './scope';

type MomentQuestion = {
  atMs: number;
  target: string | null;
  /** As of a scope. */
  among?: readonly string[];
  /** A lock as whoever asks may see it: the filter finds nothing in what they may not. */
  shown?(lock: PastLock): PastLock;
  /** As for the list of locks. */
  q: string;
  offset: number;
  limit: number;
  graph: boolean;
};

/**
 * Every lock as it was at a moment, the worst first, one page of those that match; counts are of all. Throws
 * `invalid-argument` for a filter that cannot be read.
 */
export async function moment(db: Db, question: MomentQuestion, nowMs: number): Promise<PastMoment> {
  const { atMs, target, among, q, offset, limit, shown = (lock) => lock } = question;
  const { terms, problem } = parseFilter(q);
  if (problem)
    throw new ConsoleError('invalid-argument', describeProblem(problem), { setting: 'q', ...problem });
  const subjects = await subjectsOf(db, { target, family: null, lock: null, ...(among && { among }) });
  const watched = await watchAt(db, subjects, atMs, nowMs);
  const targets = subjects.targets.map((each) => each.target);
  const { locks, findings } = await pastLocks(db, subjects, atMs, watched);
  const found = locks.filter((lock) => matches(asLock(shown(lock), atMs), terms, atMs)).sort(worstFirst);
  return {
    atMs,
    unwatched: targets.filter((name) => !watched.has(name)),
    locks: found.slice(offset, offset + limit),
    matched: found.length,
    counts: {
      held: watched.size === 0 ? UNKNOWN : counted(locks.filter(({ spans }) => spans.length > 0).length),
      waiting: watched.size === 0 ? UNKNOWN : sumOfKnown(locks.map(({ waiters }) => waiters)),
      findings: findings.length,
    },
    graph: question.graph ? await pastGraph(db, locks, targets, atMs) : null,
    nowMs,
  };
}

/** One lock as it was at a moment. Throws `not-found` when nothing was ever kept of it. */
export async function pastLockAt(db: Db, id: LockId, atMs: number, nowMs: number): Promise<PastLockAnswer> {
  const subjects = await subjectsOf(db, { target: null, family: null, lock: id });
  const watched = await watchAt(db, subjects, atMs, nowMs);
  const [lock] = (await pastLocks(db, subjects, atMs, watched)).locks;
  if (!lock) throw new ConsoleError('not-found', 'Nothing is known of this lock in the past.', { id });
  return { atMs, lock, watched: watched.size > 0, nowMs };
}

/** The watch of each target that the moment is in. */
async function watchAt(
  db: Db,
  { targets }: Subjects,
  atMs: number,
  nowMs: number,
): Promise<Map<string, Interval>> {
  const names = targets.map(({ target }) => target);
  const watched = await watchedIn(db, names, { fromMs: 0, toMs: atMs + 1 }, Math.max(nowMs, atMs));
  const found = new Map<string, Interval>();
  for (const [target, intervals] of watched) {
    const last = intervals.at(-1);
    if (last && last.toMs > atMs) found.set(target, last);
  }
  return found;
}

function worstFirst(a: PastLock, b: PastLock): number {
  return (
    STATE_RANK[b.state] - STATE_RANK[a.state] ||
    orderOf(b.waiters) - orderOf(a.waiters) ||
    (b.ageMs ?? 0) - (a.ageMs ?? 0) ||
    (a.id < b.id ? -1 : 1)
  );
}
