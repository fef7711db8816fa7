import type { LockKind } from '../../../contract/codes';
import type { Timeline } from '../../../contract/history/past';
import type { Db } from '../../database/multi-row';
import { gapsIn, watchedIn } from '../coverage';
import { marks } from '../marks';
import { subjectsOf } from '../scope';
import { namesOf, spanOf } from '../span-rows';
import { incompleteBefore } from './timeline-complete';
import type { TimelineQuestion } from './timeline-question';
import { foundSpans, manySpans, spanRowsOf } from './timeline-spans';
import { waitingOf } from './timeline-waiting';

/** Most marks of one timeline, and most locks that it names. */
const MARKS = 500;

/**
 * Who had what when. When more spans match than `limit`, those that were cut short or waited for and the longest are told
 * one by one, all others as blocks by lane and slice of time.
 */
export async function timeline(db: Db, question: TimelineQuestion, nowMs: number): Promise<Timeline> {
  const { scope, holder, fromMs, toMs } = question;
  const subjects = await subjectsOf(db, scope);
  const found =
    (await foundSpans(db, subjects, question, nowMs)) ?? (await manySpans(db, subjects, question, nowMs));
  const rows = await spanRowsOf(db, found.kept);
  const names = await namesOf(db, [
    ...rows.map(({ lock }) => lock),
    ...found.blocks.map(({ lock }) => lock),
    ...(scope.lock === null ? [] : subjects.own),
  ]);
  const targets = subjects.targets.map(({ target }) => target);
  const watched = await watchedIn(db, targets, { fromMs, toMs }, nowMs);
  const [lock] = scope.lock === null ? [] : subjects.own;
  return {
    fromMs,
    toMs,
    lanesBy: scope.lock === null ? 'lock' : 'holder',
    locks: [...names.values()].map(({ id, key, kind, library }) => ({
      id,
      key,
      kind: kind as LockKind | null,
      library,
    })),
    spans: rows.map((row) => spanOf(row, names)),
    blocks: found.blocks.map(({ lock, ...block }) => ({ lock: names.get(lock)?.id ?? '', ...block })),
    waiting: lock === undefined ? [] : await waitingOf(db, lock, { fromMs, toMs }),
    marks: holder === null ? await marksOf(db, question, nowMs) : [],
    gaps: gapsIn([...watched.values()].flat(), { fromMs, toMs }, nowMs),
    matched: found.matched,
    incompleteBeforeMs: await incompleteBefore(db, targets, { fromMs, toMs }),
    nowMs,
  };
}

/** Marks of a lock or family; of everything only what servers and people did: the spans tell the rest. */
async function marksOf(db: Db, { scope, fromMs, toMs }: TimelineQuestion, nowMs: number) {
  const narrow = scope.lock !== null || scope.family !== null;
  const kinds = narrow ? null : ['restart', 'failover', 'unwatched', 'detail-dropped', 'deploy', 'note'];
  return (await marks(db, { scope, fromMs, toMs, kinds, limit: MARKS }, nowMs)).marks;
}
