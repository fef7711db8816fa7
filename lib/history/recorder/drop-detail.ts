import type { HistoryStatus } from '../../contract/history/history';
import type { HistoryBatch, RollupWrite, SpanWrite } from '../database/batch';

export type Dropped = HistoryStatus['dropped'];

/** A hold of at most that long that nobody waited for tells least. */
const SHORT_MS = 60_000;

export function noneDropped(): Dropped {
  return { spans: 0, waits: 0, events: 0, rollups: 0 };
}

type Step = (batch: HistoryBatch, isWritten: (uid: string) => boolean) => [HistoryBatch, Partial<Dropped>];

/**
 * What is left out of a batch when there is too much, the least first: short holds that nobody waited for and that ended in
 * order; how many waited when; figures of single locks that nobody waited for; and only when nothing else is left the
 * figures of families, then events. Figures of targets stay. `isWritten` = the beginning of the hold has a row already.
 */
export const DROPS: readonly Step[] = [
  (batch, isWritten) => {
    const spans = batch.spans.filter((span) => !isTrifle(span) || isWritten(span.uid));
    return [{ ...batch, spans }, { spans: batch.spans.length - spans.length }];
  },
  (batch) => [{ ...batch, waiting: [] }, { waits: batch.waiting.length }],
  (batch) => without(batch, ({ subject, counts }) => subject.kind === 'lock' && isQuiet(counts)),
  (batch) => without(batch, ({ subject }) => subject.kind === 'lock'),
  (batch, isWritten) => {
    const spans = batch.spans.filter(({ uid }) => isWritten(uid));
    // A hold whose beginning is left out is written when it ends.
    const left = batch.spans.filter(({ uid, to_ms }) => to_ms !== null && !isWritten(uid));
    return [{ ...batch, spans, waitSpans: [] }, { spans: left.length }];
  },
  (batch) => without(batch, ({ subject }) => subject.kind === 'family'),
  (batch) => [{ ...batch, events: [] }, { events: batch.events.length }],
];

function isTrifle({ ended, from_ms, to_ms, waiters_max }: SpanWrite): boolean {
  return ended === 'released' && !waiters_max && to_ms !== null && to_ms - from_ms < SHORT_MS;
}

function isQuiet({
  lapses,
  lost,
  forced,
  taken_over,
  waiter_ms,
  waiters_max,
}: RollupWrite['counts']): boolean {
  return lapses + lost + forced + taken_over === 0 && waiter_ms === 0 && waiters_max === 0;
}

function without(
  batch: HistoryBatch,
  isDropped: (row: RollupWrite) => boolean,
): [HistoryBatch, Partial<Dropped>] {
  const rollups = batch.rollups.filter((row) => !isDropped(row));
  return [{ ...batch, rollups }, { rollups: batch.rollups.length - rollups.length }];
}
