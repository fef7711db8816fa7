import type { HistoryMark, OwnershipSpan, SpanBlock, Timeline } from '@/lib/contract/history/past';
import type { LockId } from '@/lib/domain/keys/lock-id';

/** What stands in a lane: one hold, or many short ones as one block. */
export type Bar = {
  key: string;
  fromMs: number;
  /** Of what goes on: as far as it is known. */
  toMs: number;
  goesOn: boolean;
  /** Which of the lane's rows it is in: holds that overlap stand under each other. */
  row: number;
  /** From when on its holder was gone, as far as that was seen. */
  goneFromMs: number | null;
  /** Ordinary ones, given back in order, stand back. */
  isCalm: boolean;
  /** How it ended, where that has a mark of its own. */
  mark: 'lapsed' | 'forced' | null;
} & ({ span: OwnershipSpan; block: null } | { span: null; block: SpanBlock });

export type Lane = {
  id: string;
  /** As it is shown; null = nothing tells who it is. */
  name: string | null;
  lock: LockId | null;
  holderRef: string | null;
  isHeldNow: boolean;
  rows: number;
  /** By the time they begin. */
  bars: Bar[];
};

/** Holds that overlap and find no row of their own share the last one. */
const MOST_ROWS = 3;

/**
 * The lanes of a timeline: one a holder by its widest name, or one a lock. Those that hold now come first, then by their
 * last hold. `before` = ids in the order shown last, which known lanes keep. Pure.
 */
export function lanesOf(timeline: Timeline, before: readonly string[] = []): Lane[] {
  const lanes = new Map<string, Lane>();
  const gone = goneTimes(timeline.marks);
  for (const span of timeline.spans) laneOf(lanes, timeline, span).bars.push(barOfSpan(span, timeline, gone));
  for (const block of timeline.blocks) laneOf(lanes, timeline, block).bars.push(barOfBlock(block));
  const all = [...lanes.values()];
  for (const lane of all) arrange(lane);
  const place = new Map(before.map((id, i) => [id, i]));
  const placeOf = ({ id }: Lane) => place.get(id) ?? Number.POSITIVE_INFINITY;
  return all.sort(
    (a, b) => compare(placeOf(a), placeOf(b)) || compare(rank(a), rank(b)) || (a.id < b.id ? -1 : 1),
  );
}

/** Rows stacked in a lane, and its ends. */
function arrange(lane: Lane): void {
  lane.bars.sort((a, b) => a.fromMs - b.fromMs || a.toMs - b.toMs);
  const ends: number[] = [];
  for (const bar of lane.bars) {
    const free = ends.findIndex((end) => end <= bar.fromMs);
    bar.row = free >= 0 ? free : Math.min(ends.length, MOST_ROWS - 1);
    ends[bar.row] = Math.max(ends[bar.row] ?? 0, bar.toMs);
  }
  lane.rows = Math.max(1, ends.length);
  lane.isHeldNow = lane.bars.some(({ goesOn }) => goesOn);
}

function laneOf(lanes: Map<string, Lane>, { lanesBy, locks }: Timeline, of: OwnershipSpan | SpanBlock): Lane {
  const id = lanesBy === 'lock' ? of.lock : (of.holderRef ?? of.holder ?? ('token' in of ? of.token : ''));
  const known = lanes.get(id);
  if (known) return known;
  const name =
    lanesBy === 'lock'
      ? (locks.find((lock) => lock.id === of.lock)?.key ?? ('key' in of ? of.key : of.lock))
      : (of.holder ?? ('token' in of && of.holderRef !== null ? of.token : null)); // a value of many names nobody
  const lane: Lane = {
    id,
    name: name === '' ? null : name,
    lock: lanesBy === 'lock' ? of.lock : null,
    holderRef: lanesBy === 'holder' ? of.holderRef : null,
    isHeldNow: false,
    rows: 1,
    bars: [],
  };
  lanes.set(id, lane);
  return lane;
}

function barOfSpan(span: OwnershipSpan, { nowMs }: Timeline, gone: readonly HistoryMark[]): Bar {
  const goesOn = span.toMs === null;
  const end = span.toMs ?? Math.max(span.fromMs, nowMs);
  const left = gone.findLast(
    ({ lock, atMs, holder }) =>
      lock === span.lock && atMs >= span.fromMs && atMs <= end && (holder === null || holder === span.holder),
  );
  const { ended } = span;
  const mark = ended === 'force-released' ? 'forced' : isExpiry(ended) ? 'lapsed' : null;
  return {
    key: `s${span.id}`,
    span,
    block: null,
    fromMs: span.fromMs,
    toMs: end,
    goesOn,
    row: 0,
    goneFromMs: left?.atMs ?? null,
    isCalm: ended === 'released' || ended === 'unseen',
    mark,
  };
}

function barOfBlock(block: SpanBlock): Bar {
  return {
    key: `b${block.lock} ${block.holderRef ?? block.holder ?? ''} ${block.fromMs}`,
    span: null,
    block,
    fromMs: block.fromMs,
    toMs: block.toMs,
    goesOn: false,
    row: 0,
    goneFromMs: null,
    isCalm: true,
    mark: block.forced > 0 ? 'forced' : block.lapses > 0 ? 'lapsed' : null,
  };
}

/** The marks of a timeline, and one for each forced release that is known only by the hold that it ended. Pure. */
export function marksOf({ marks, spans }: Pick<Timeline, 'marks' | 'spans'>): HistoryMark[] {
  const told = new Map<LockId | null, number[]>();
  for (const { kind, lock, atMs } of marks) {
    if (kind === 'force-released') told.set(lock, [...(told.get(lock) ?? []), atMs]);
  }
  const missing = spans.flatMap(({ id, lock, toMs, ended, endedBy, holder }): HistoryMark[] => {
    if (ended !== 'force-released' || toMs === null) return [];
    if (told.get(lock)?.some((atMs) => Math.abs(atMs - toMs) < SAME_MS)) return [];
    return [
      {
        id: `span ${id}`,
        atMs: toMs,
        untilMs: null,
        kind: 'force-released',
        title: '',
        text: '',
        url: null,
        target: null,
        lock,
        node: null,
        holder,
        values: endedBy === null ? {} : { by: endedBy },
      },
    ];
  });
  return [...marks, ...missing];
}

/** In which lane, by its index, a forced release ended a hold, by the id of its mark. Pure. */
export function lanesOfForced(marks: readonly HistoryMark[], lanes: readonly Lane[]): Map<string, number> {
  const ends = lanes.flatMap(({ bars }, lane) =>
    bars.flatMap(({ mark, span, toMs }) =>
      mark === 'forced' && span ? [{ lane, lock: span.lock, toMs }] : [],
    ),
  );
  return new Map(
    marks.flatMap(({ id, kind, lock, atMs }) => {
      if (kind !== 'force-released') return [];
      const end = ends.find((each) => each.lock === lock && Math.abs(each.toMs - atMs) < SAME_MS);
      return end ? [[id, end.lane] as const] : [];
    }),
  );
}

/** An event and the end of a hold so near each other are one. */
const SAME_MS = 1_500;

/** Whether a hold ended without its holder giving it back. */
function isExpiry(ended: OwnershipSpan['ended']): boolean {
  return ended === 'expired' || ended === 'lost' || ended === 'taken-over';
}

/** When holders were found gone and did not come back, in order of time. */
function goneTimes(marks: readonly HistoryMark[]): HistoryMark[] {
  const told = marks.filter(({ kind }) => kind === 'holder-gone' || kind === 'holder-back');
  const inOrder = [...told].sort((a, b) => a.atMs - b.atMs);
  return inOrder.filter(
    (mark, i) =>
      mark.kind === 'holder-gone' &&
      !inOrder.slice(i + 1).some((later) => later.kind === 'holder-back' && later.lock === mark.lock),
  );
}

function rank(lane: Lane): number {
  if (lane.isHeldNow) return Number.NEGATIVE_INFINITY;
  return -Math.max(...lane.bars.slice(-50).map(({ toMs }) => toMs));
}

function compare(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
