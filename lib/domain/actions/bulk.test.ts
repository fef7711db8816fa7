import { describe, expect, test } from 'vitest';
import { counted } from '../values/counted';
import { ConsoleError, type ErrorCode } from '../values/errors';
import { becauseOf, compareBulk, countBulk, outcomeOfRun, planned, toRun } from './bulk';

const key = (text: string) => ({ text, exact: true, byteLength: text.length });
const item = (
  name: string,
  of: { waiting?: number | null; ttlMs?: number | 'none' | null; why?: string },
) => ({
  key: key(name),
  waiting: counted(of.waiting ?? null),
  ttlMs: of.ttlMs ?? null,
  why: of.why ? { code: of.why, message: '' } : null,
});

test('waiters come first, then what would stay held longest, and what is left alone last', () => {
  const items = [
    item('left', { waiting: 9, why: 'denied' }),
    item('soon', { waiting: 0, ttlMs: 1_000 }),
    item('late', { waiting: 0, ttlMs: 60_000 }),
    item('never', { waiting: 0, ttlMs: 'none' }),
    item('two', { waiting: 2, ttlMs: 1 }),
    item('three', { waiting: 3, ttlMs: 1 }),
  ];
  expect(items.sort(compareBulk).map((each) => each.key.text)).toEqual([
    'three',
    'two',
    'never',
    'late',
    'soon',
    'left',
  ]);
});

test('unknown waiters are not counted as some', () => {
  const order = [item('unknown', { waiting: null, ttlMs: 2 }), item('one', { waiting: 1, ttlMs: 1 })];
  expect(order.sort(compareBulk)[0]?.key.text).toBe('one');
});

describe('what became of a lock that was not released', () => {
  const changed = (facts: string[], type = 'string') => ({ changed: facts, after: { type } });
  const table: [ErrorCode, Record<string, unknown>, string, string][] = [
    ['changed', changed(['type'], 'none'), 'refused', 'free'],
    ['changed', changed(['holder']), 'refused', 'successor'],
    ['changed', changed(['holder', 'deadline']), 'refused', 'successor'],
    ['changed', changed(['type'], 'list'), 'unexpected', 'other-data'],
    ['changed', changed(['format', 'holder']), 'unexpected', 'other-data'],
    ['changed', changed(['acquisition']), 'unexpected', 're-entered'],
    ['changed', changed(['hold-count']), 'unexpected', 're-entered'],
    ['changed', changed(['deadline']), 'unexpected', 'error'],
    ['changed', changed(['renewed-or-retaken']), 'unexpected', 'renewed-or-retaken'],
    ['invalid-argument', { setting: 'although', although: 'alive' }, 'unexpected', 'renewed'],
    ['invalid-argument', { setting: 'typedKey' }, 'unexpected', 'error'],
    ['denied', {}, 'unexpected', 'error'],
    ['node-down', { mayHaveHappened: false }, 'unexpected', 'error'],
    ['timed-out', { mayHaveHappened: true }, 'unexpected', 'unknown'],
  ];
  test.each(table)('%s %j is %s: %s', (code, details, outcome, because) => {
    expect(becauseOf(new ConsoleError(code, '', details), 'same')).toEqual({ outcome, because });
  });

  test('a key that nobody has any more is free, and of no successor', () => {
    const details = { changed: ['holder', 'hold-count'], after: { type: 'string', token: null } };
    const error = new ConsoleError('changed', '', details);
    expect(becauseOf(error, 'nobody')).toEqual({ outcome: 'refused', because: 'free' });
  });

  test('a renewal is expected of a holder that is known to live, and of no other', () => {
    const error = new ConsoleError('changed', '', changed(['renewed-or-retaken']));
    expect(becauseOf(error, 'same', 'alive').outcome).toBe('refused');
    expect(becauseOf(error, 'same', 'renews').outcome).toBe('unexpected');
  });

  test.each([
    ['nobody', 'free'],
    ['other', 'successor'],
  ] as const)('an end that was reported, with %s there now, is %s', (now, because) => {
    const error = new ConsoleError('changed', '', changed(['acquisition']));
    expect(becauseOf(error, now)).toEqual({ outcome: 'refused', because });
  });
});

test('counts are together as many as were planned', () => {
  const results = (['released', 'released', 'refused', 'not-tried'] as const).map((outcome) => ({ outcome }));
  expect(countBulk(results)).toEqual({ released: 2, refused: 1, unexpected: 0, 'not-tried': 1 });
});

test('a run is released when all its locks are, and no hold of theirs is on a key that was left', () => {
  const all = countBulk([{ outcome: 'released' }]);
  expect(outcomeOfRun(all, true)).toBe('released');
  expect(outcomeOfRun(all, false)).toBe('partly-released');
  expect(outcomeOfRun({ ...all, refused: 1 }, true)).toBe('partly-released');
});

test('a run asks for what is planned, and with a consent says what each lock requires', () => {
  const [one, two, left] = [
    { ...item('one', {}), id: 'one', although: 'alive' },
    { ...item('two', {}), id: 'two', although: null },
    { ...item('left', { why: 'denied' }), id: 'left', although: 'alive' },
  ].map((each) => ({ ...each, seen: {} }) as never);
  const plan = { items: [one, two, left] as never[], requires: { although: 'alive' as const } };
  expect(toRun(plan, false)).toEqual({
    items: [
      { id: 'one', seen: {} },
      { id: 'two', seen: {} },
    ],
  });
  expect(toRun(plan, true)).toEqual({
    items: [
      { id: 'one', seen: {}, although: 'alive' },
      { id: 'two', seen: {}, although: null },
    ],
    although: 'alive',
  });
  const none = { ...plan, requires: { although: null } };
  expect(toRun(none, true)).toEqual(toRun(none, false));
});

test('what has a reason to be left alone is not planned', () => {
  const seen = {} as never;
  const items = [
    { why: null, seen },
    { why: { code: 'denied', message: '' }, seen },
    { why: null, seen: null },
  ];
  expect(planned(items)).toEqual([items[0]]);
});
