import { describe, expect, it } from 'vitest';
import { aSpan, aTimeline } from '@/e2e/support/a-timeline';
import type { HistoryMark } from '@/lib/contract/history/past';
import { lanesOf, lanesOfForced, marksOf } from './lanes';

const other = { holder: 'worker-2', holderRef: 'process:worker-2:2' };

function mark(kind: HistoryMark['kind'], atMs: number, change: Partial<HistoryMark> = {}): HistoryMark {
  const none = {
    untilMs: null,
    title: '',
    text: '',
    url: null,
    target: null,
    node: null,
    holder: null,
    values: {},
  };
  return { id: `${kind} ${atMs}`, atMs, kind, lock: 'test.0.order', ...none, ...change };
}

describe('the lanes of a timeline', () => {
  it('are one a holder by its widest name, whoever holds now first, then by the last hold', () => {
    const lanes = lanesOf(
      aTimeline([
        aSpan(1, 1_000),
        aSpan(2, 20_000, other),
        aSpan(3, 40_000, { token: 'another thread' }),
        aSpan(4, 60_000, { holder: 'worker-3', holderRef: 'process:worker-3:3', toMs: null, ended: null }),
      ]),
    );
    expect(lanes.map(({ name, bars, isHeldNow }) => [name, bars.length, isHeldNow])).toEqual([
      ['worker-3', 1, true],
      ['worker-1', 2, false],
      ['worker-2', 1, false],
    ]);
  });

  it('have no name where the value names nobody, such as a plain `locked`', () => {
    const nameless = aSpan(1, 1_000, { holder: null, holderRef: null, token: 'locked' });
    expect(lanesOf(aTimeline([nameless])).map(({ name }) => name)).toEqual([null]);
  });

  it('keep the order they were shown in when others come', () => {
    const spans = [aSpan(1, 1_000), aSpan(2, 20_000, other)];
    const first = lanesOf(aTimeline(spans)).map(({ id }) => id);
    const more = [...spans, aSpan(3, 50_000), aSpan(4, 70_000, { holder: 'x', holderRef: 'process:x:1' })];
    expect(lanesOf(aTimeline(more), first).map(({ name }) => name)).toEqual(['worker-2', 'worker-1', 'x']);
  });

  it('are one a lock for a family or a holder', () => {
    const lanes = lanesOf(
      aTimeline([aSpan(1, 1_000), aSpan(2, 2_000, { lock: 'test.0.b', key: 'b' })], { lanesBy: 'lock' }),
    );
    expect(lanes.map(({ name, lock }) => [name, lock])).toEqual([
      ['b', 'test.0.b'],
      ['order', 'test.0.order'],
    ]);
  });

  it('stack holds that overlap, at most three high', () => {
    const [lane] = lanesOf(aTimeline([0, 1, 2, 3].map((i) => aSpan(i, 1_000 + i))));
    expect(lane?.rows).toBe(3);
    expect(lane?.bars.map(({ row }) => row)).toEqual([0, 1, 2, 2]);
    expect(lanesOf(aTimeline([aSpan(1, 0), aSpan(2, 10_000)]))[0]?.rows).toBe(1);
  });

  it('mark lapses and forced releases, and since when the holder was gone', () => {
    const spans = [
      aSpan(1, 0, { ended: 'expired' }),
      aSpan(2, 20_000, { ended: 'force-released' }),
      aSpan(3, 40_000, { toMs: null, ended: null }),
    ];
    const [lane] = lanesOf(aTimeline(spans, { marks: [mark('holder-gone', 70_000)] }));
    expect(lane?.bars.map((bar) => [bar.mark, bar.goneFromMs, bar.toMs, bar.goesOn])).toEqual([
      ['lapsed', null, 10_000, false],
      ['forced', null, 30_000, false],
      [null, 70_000, 100_000, true],
    ]);
  });

  it('forget that a holder was gone once it is back', () => {
    const marks = [mark('holder-gone', 5_000), mark('holder-back', 6_000)];
    expect(lanesOf(aTimeline([aSpan(1, 0)], { marks }))[0]?.bars[0]?.goneFromMs).toBeNull();
  });

  it('have blocks of merged holds beside the others', () => {
    const block = {
      lock: 'test.0.order',
      fromMs: 50_000,
      toMs: 60_000,
      holds: 40,
      heldMs: 8_000,
      lapses: 1,
      forced: 0,
    };
    const [lane] = lanesOf(
      aTimeline([aSpan(1, 0)], {
        blocks: [{ ...block, holder: 'worker-1', holderRef: 'process:worker-1:1' }],
      }),
    );
    expect(lane?.bars.map((bar) => [bar.block?.holds ?? null, bar.mark])).toEqual([
      [null, null],
      [40, 'lapsed'],
    ]);
  });
});

describe('the marks of a timeline', () => {
  it('have every forced release once, also one of which only the hold tells', () => {
    const spans = [
      aSpan(1, 0, { ended: 'force-released' }),
      aSpan(2, 20_000, { ended: 'force-released', endedBy: 'event' }),
    ];
    const told = mark('force-released', 10_400);
    const marks = marksOf({ spans, marks: [told] });
    expect([...lanesOfForced(marks, lanesOf(aTimeline(spans))).values()]).toEqual([0, 0]);
    expect(marksOf({ spans, marks: [told] }).map(({ kind, atMs }) => [kind, atMs])).toEqual([
      ['force-released', 10_400],
      ['force-released', 30_000],
    ]);
  });
});
