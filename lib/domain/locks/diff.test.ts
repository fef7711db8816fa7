import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type DiffHints, diff } from './diff';
import type { Reading } from './lock-facts';

const NOW = 1_000_000;
const quiet: DiffHints = {
  by: 'event',
  wasAbsent: false,
  announced: false,
  ours: null,
  wiped: false,
  writes: null,
};

function reading(
  change: Partial<Reading> & { token?: string; count?: number | null; unique?: boolean } = {},
): Reading {
  const { token = 'a', count = 1, unique = true, ...rest } = change;
  return {
    atMs: NOW,
    holders: [{ token, tokenUnique: unique, label: token, holdCount: count }],
    ttlMs: 30_000,
    deadlineMs: NOW + 30_000,
    slackMs: 0,
    valueDeadlineMs: null,
    ...rest,
  };
}

const kinds = (before: Reading | null, after: Reading | null, hints: Partial<DiffHints> = {}, nowMs = NOW) =>
  diff(before, after, nowMs, { ...quiet, ...hints }).map((event) => `${event.kind} ${event.by}`);

describe('a lock that appears', () => {
  test('was acquired if it was surely absent before', () =>
    expect(kinds(null, reading(), { wasAbsent: true })).toEqual(['acquired event']));
  test('was only first seen otherwise', () =>
    expect(kinds(null, reading(), { by: 'scan' })).toEqual(['first-seen scan']));
});

describe('a lock that is gone', () => {
  test('was released, as its release message said', () =>
    expect(kinds(reading(), null, { announced: true })).toEqual(['released event']));
  test('before its deadline without a message was released as far as we can tell', () =>
    expect(kinds(reading(), null)).toEqual(['released inferred']));
  test('at its deadline expired', () =>
    expect(kinds(reading(), null, {}, NOW + 30_000)).toEqual(['expired inferred']));
  test('at its deadline expired, also where the answer that told it came late', () => {
    const readLate = reading({ deadlineMs: NOW + 30_390, slackMs: 390 });
    expect(kinds(readLate, null, {}, NOW + 30_010)).toEqual(['expired inferred']);
    expect(kinds(readLate, null, {}, NOW + 29_900)).toEqual(['released inferred']);
  });
  test('with the data of its server was lost', () =>
    expect(kinds(reading(), null, { wiped: true })).toEqual(['lost inferred']));
  test('by our own act is never called a release by its holder', () =>
    expect(kinds(reading(), null, { ours: 'force-released', announced: true })).toEqual([
      'force-released event',
    ]));
});

describe('a free lock with a queue', () => {
  const free = reading({ holders: [], ttlMs: 'none', deadlineMs: 'none', free: true, absent: true });

  test('is first seen, and not acquired by anybody', () =>
    expect(kinds(null, free, { wasAbsent: true })).toEqual(['first-seen event']));
  test('was given back and is acquired by the next', () => {
    expect(kinds(reading(), free, { announced: true })).toEqual(['released event']);
    expect(kinds(free, reading({ token: 'b' }))).toEqual(['acquired event']);
  });
  test('was left by a holder whose lease ended', () =>
    expect(kinds(reading(), free, {}, NOW + 30_000)).toEqual(['expired inferred']));
  test('goes with its queue, and nobody gave anything back', () =>
    expect(kinds(free, null, { announced: true })).toEqual([]));
});

describe('a lock that stays held', () => {
  test('was renewed if its deadline moved', () =>
    expect(kinds(reading(), reading({ deadlineMs: NOW + 40_000 }))).toEqual(['renewed event']));
  test('was not renewed when only the answer came late, whichever of the two it was', () => {
    expect(kinds(reading(), reading({ deadlineMs: NOW + 30_390, slackMs: 390 }))).toEqual([]);
    expect(kinds(reading({ deadlineMs: NOW + 30_390, slackMs: 390 }), reading())).toEqual([]);
    expect(kinds(reading({ slackMs: 390 }), reading({ deadlineMs: NOW + 30_390 }))).toEqual([
      'renewed event',
    ]);
  });
  test('was extended if that was our own act', () =>
    expect(kinds(reading(), reading({ deadlineMs: NOW + 40_000 }), { ours: 'extended' })).toEqual([
      'extended event',
    ]));
  test('was renewed even if the new deadline is earlier, as after an extension by hand', () =>
    expect(kinds(reading({ deadlineMs: NOW + 300_000 }), reading())).toEqual(['renewed event']));
  test('with a value that anybody could have written may have changed hands', () =>
    expect(kinds(reading({ unique: false }), reading({ unique: false, deadlineMs: NOW + 40_000 }))).toEqual([
      'renewed inferred',
    ]));
  test('was re-entered or partly released if its hold count changed, and not renewed by that', () => {
    const deeper = reading({ count: 2, deadlineMs: NOW + 40_000 });
    expect(kinds(reading(), deeper)).toEqual(['reentered event']);
    expect(kinds(deeper, reading({ deadlineMs: NOW + 50_000 }))).toEqual(['partly-released event']);
  });
});

describe('a lock with another holder', () => {
  const other = reading({ token: 'b', deadlineMs: NOW + 40_000 });
  test('was taken over if one write replaced the holder while lease was left', () =>
    expect(kinds(reading(), other, { writes: 1 })).toEqual(['taken-over inferred']));
  test('was released and acquired if its release was announced', () =>
    expect(kinds(reading(), other, { writes: 1, announced: true })).toEqual([
      'released event',
      'acquired event',
    ]));
  test('expired and was acquired if no lease was left', () =>
    expect(kinds(reading(), other, { writes: 1 }, NOW + 31_000)).toEqual([
      'expired inferred',
      'acquired event',
    ]));
  test('is not called taken over at a deadline that was read late', () =>
    expect(
      kinds(reading({ deadlineMs: NOW + 30_390, slackMs: 390 }), other, { writes: 1 }, NOW + 30_010),
    ).toEqual(['expired inferred', 'acquired event']));
  test('is not called taken over when the writes were not counted', () =>
    expect(kinds(reading(), other, { by: 'scan' })).toEqual(['released inferred', 'acquired scan']));
});

const anyReading = fc.option(
  fc.record({
    atMs: fc.constant(NOW),
    holders: fc.uniqueArray(
      fc.record({
        token: fc.constantFrom('a', 'b', 'c'),
        tokenUnique: fc.boolean(),
        label: fc.constantFrom('a', 'b', 'c'),
        holdCount: fc.option(fc.integer({ min: 1, max: 3 })),
      }),
      { maxLength: 3, selector: ({ token }) => token },
    ),
    ttlMs: fc.oneof(fc.constant('none' as const), fc.integer({ min: 0, max: 60_000 })),
    slackMs: fc.nat({ max: 500 }),
    deadlineMs: fc.oneof(fc.constant('none' as const), fc.integer({ min: NOW - 1_000, max: NOW + 60_000 })),
    valueDeadlineMs: fc.option(fc.integer({ min: NOW - 60_000, max: NOW + 60_000 })),
  }),
);
const anyHints = fc.record({
  by: fc.constantFrom('event' as const, 'scan' as const, 'read' as const),
  wasAbsent: fc.boolean(),
  announced: fc.boolean(),
  ours: fc.constantFrom('force-released' as const, 'extended' as const, null),
  wiped: fc.boolean(),
  writes: fc.option(fc.integer({ min: 1, max: 5 })),
});
const BEGINS = new Set(['acquired', 'first-seen', 'taken-over']);
const ENDS = new Set(['released', 'expired', 'lost', 'force-released', 'taken-over']);

test('nothing happened between two equal readings', () => {
  fc.assert(
    fc.property(anyReading, anyHints, (same, hints) => {
      expect(diff(same, same, NOW, hints)).toEqual([]);
    }),
  );
});

test('every holder that appears begins once and every one that disappears ends once', () => {
  fc.assert(
    fc.property(anyReading, anyReading, anyHints, (before, after, hints) => {
      const drafts = diff(before, after, NOW, hints);
      const begun = drafts.filter(({ kind }) => BEGINS.has(kind)).length;
      const ended = drafts.filter(({ kind }) => ENDS.has(kind)).length;
      const tokens = (reading: Reading | null) => reading?.holders.map(({ token }) => token) ?? [];
      const notIn = (one: Reading, other: Reading) =>
        tokens(one).filter((token) => !tokens(other).includes(token)).length;
      // The appearance or disappearance of a key is one event, whoever holds it.
      expect(begun).toBe(before && after ? notIn(after, before) : after ? 1 : 0);
      expect(ended).toBe(before && after ? notIn(before, after) : before ? 1 : 0);
    }),
  );
});

describe('a lock that several hold', () => {
  const holder = (token: string, holdCount = 1) => ({ token, tokenUnique: true, label: token, holdCount });
  const of = (...holders: ReturnType<typeof holder>[]) => reading({ holders });
  const told = (before: Reading, after: Reading, hints: Partial<DiffHints> = {}) =>
    diff(before, after, NOW, { ...quiet, ...hints }).map(({ kind, holder }) => `${kind} ${holder}`);

  test('tells of each who comes and goes, in whatever order Redis names them', () => {
    expect(told(of(holder('a'), holder('b')), of(holder('c'), holder('a')))).toEqual([
      'released b',
      'acquired c',
    ]);
    expect(told(of(holder('a'), holder('b')), of(holder('b'), holder('a')))).toEqual([]);
  });
  test('tells whose hold count changed', () =>
    expect(told(of(holder('a'), holder('b')), of(holder('a'), holder('b', 2)))).toEqual(['reentered b']));
  test('lays one release by force at our door, and no more', () => {
    const [before, ours] = [of(holder('a'), holder('b'), holder('c')), { ours: 'force-released' as const }];
    expect(told(before, of(holder('a'), holder('c')), ours)).toEqual(['force-released b']);
    expect(told(before, of(holder('a')), ours)).toEqual(['released b', 'released c']);
  });
  describe('each by a lease of its own', () => {
    const until = (token: string, deadlineMs: number | 'none') => ({ ...holder(token), deadlineMs });
    const [soon, late] = [NOW + 5_000, NOW + 60_000];

    test('tells whose lease was set anew, and to how long', () => {
      const [before, after] = [
        of(until('a', soon), until('b', late)),
        of(until('a', late), until('b', late)),
      ];
      expect(diff(before, after, NOW, quiet)).toMatchObject([
        { kind: 'renewed', holder: 'a', values: { ttlMs: 60_000 } },
      ]);
      expect(told(before, after, { ours: 'extended' })).toEqual(['extended a']);
    });
    test('calls nothing a renewal where a lease ended, or was read twice', () => {
      expect(told(of(until('a', soon), until('b', late)), of(until('a', 0), until('b', late)))).toEqual([]);
      expect(
        told(of(until('a', soon), until('b', late)), of(until('a', soon + 20), until('b', late))),
      ).toEqual([]);
    });
    test('tells who went as their lease ended from who gave it back', () =>
      expect(
        told(of(until('a', NOW - 1), until('b', late), until('c', 'none')), of(until('d', late))),
      ).toEqual(['expired a', 'released b', 'released c', 'acquired d']));
  });
});

test('a lock that stays is never told to be ours but by an act of ours', () => {
  fc.assert(
    fc.property(anyReading, anyReading, anyHints, (before, after, hints) => {
      const mine = diff(before, after, NOW, { ...hints, ours: null });
      expect(mine.some(({ kind }) => kind === 'extended' || kind === 'force-released')).toBe(false);
    }),
  );
});
