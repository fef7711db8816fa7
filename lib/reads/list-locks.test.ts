import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aHolder, aLock } from '../../e2e/support/a-lock';
import { descByDefault, LOCK_SORTS, type LockState } from '../contract/codes';
import type { Lock } from '../contract/lock';
import type { LockFilter } from '../contract/locks';
import { compareLocks } from '../domain/lists/lock-sort';
import { counted } from '../domain/values/counted';
import { listLocks } from './list-locks';

const NOW = 1_000_000;
const everything: LockFilter = { q: '', target: null, sort: 'harm', desc: true };

const count = fc.option(fc.nat(3), { nil: null });
const someLocks = fc
  .array(
    fc.record({
      state: fc.constantFrom<LockState>('held', 'contended', 'at-risk', 'unknown'),
      waiterSeconds: count,
      waiting: count,
      expiresAtMs: fc.constantFrom<number | 'none' | null>(NOW, NOW + 5, 'none', null),
      age: count,
    }),
    { maxLength: 25 },
  )
  .map((drafts) =>
    drafts.map(({ waiting, age, ...rest }, i) =>
      aLock({
        ...rest,
        name: `lock-${i}`,
        waiters: { count: counted(waiting), known: null },
        holders:
          age === null
            ? []
            : [aHolder({ since: { atMs: age, atLeast: true, known: { by: 'scan', atMs: age } } })],
      }),
    ),
  );

function pages(
  locks: Lock[],
  filter: LockFilter,
  limit: number,
  between: (page: number) => Lock[] = () => locks,
) {
  const shown: string[] = [];
  let cursor: string | null = null;
  let page = 0;
  do {
    const answer: ReturnType<typeof listLocks> = listLocks(between(page++), {
      filter,
      limit,
      cursor,
      nowMs: NOW,
    });
    shown.push(...answer.locks.map(({ id }) => id));
    cursor = answer.nextCursor;
  } while (cursor !== null);
  return shown;
}

describe('pages', () => {
  test('together are the whole list in its order, in every order and direction', () => {
    const order = fc.constantFrom(...LOCK_SORTS);
    fc.assert(
      fc.property(
        someLocks,
        order,
        fc.boolean(),
        fc.integer({ min: 1, max: 7 }),
        (locks, sort, desc, limit) => {
          const whole = [...locks].sort(compareLocks(sort, desc)).map(({ id }) => id);
          expect(pages(locks, { ...everything, sort, desc }, limit)).toEqual(whole);
        },
      ),
    );
  });

  test('show no lock twice and skip none while others come and go', () => {
    fc.assert(
      fc.property(someLocks, fc.array(fc.nat(24)), (locks, leaving) => {
        const stays = locks.filter((_, i) => !leaving.includes(i));
        const shown = pages(locks, everything, 3, (page) => (page === 0 ? locks : stays));
        expect(new Set(shown).size).toBe(shown.length);
        for (const { id } of stays) expect(shown).toContain(id);
      }),
    );
  });

  test('end with no cursor when the last one is full', () => {
    const locks = [aLock({ name: 'a' }), aLock({ name: 'b' })];
    expect(
      listLocks(locks, { filter: everything, limit: 2, cursor: null, nowMs: NOW }).nextCursor,
    ).toBeNull();
  });
});

test('the worst is what is lost, then at risk, then waited for longest', () => {
  const locks = [
    aLock({ name: 'calm' }),
    aLock({ name: 'busy', state: 'contended', waiterSeconds: 10 }),
    aLock({ name: 'busier', state: 'contended', waiterSeconds: 90 }),
    aLock({ name: 'stuck', state: 'at-risk', waiterSeconds: null }),
    aLock({ name: 'gone', state: 'lost' }),
  ];
  const shown = listLocks(locks, { filter: everything, limit: 9, cursor: null, nowMs: NOW }).locks;
  expect(shown.map(({ key }) => key.text)).toEqual(['gone', 'stuck', 'busier', 'busy', 'calm']);
});

test('what is not known comes last in either direction', () => {
  const locks = [
    aLock({ name: 'unread', expiresAtMs: null }),
    aLock({ name: 'soon' }),
    aLock({ name: 'never', expiresAtMs: 'none' }),
  ];
  const names = (desc: boolean) => [...locks].sort(compareLocks('ttl', desc)).map(({ key }) => key.text);
  expect(names(descByDefault('ttl'))).toEqual(['soon', 'never', 'unread']);
  expect(names(true)).toEqual(['never', 'soon', 'unread']);
});

test('a page counts what matches, of one target only when it is named', () => {
  const locks = [aLock({ name: 'a' }), aLock({ name: 'b' }), aLock({ name: 'a2', target: 'other' })];
  const request = { limit: 1, cursor: null, nowMs: NOW };
  expect(listLocks(locks, { ...request, filter: { ...everything, q: 'a' } }).matched).toBe(2);
  expect(listLocks(locks, { ...request, filter: { ...everything, q: 'a', target: 'test' } }).matched).toBe(1);
});

describe('is refused with a reason:', () => {
  test('a filter that cannot be read', () => {
    const filter = { ...everything, q: 'order ttl<soon' };
    expect(() => listLocks([], { filter, limit: 1, cursor: null, nowMs: NOW })).toThrow(
      'The filter term ttl<soon at position 7 needs a time',
    );
  });

  test('a cursor of another order, or of nothing', () => {
    const locks = [aLock({ name: 'a' }), aLock({ name: 'b' })];
    const request = { filter: everything, limit: 1, nowMs: NOW };
    const { nextCursor } = listLocks(locks, { ...request, cursor: null });
    const byKey = { ...everything, sort: 'key' as const };
    expect(() => listLocks(locks, { ...request, filter: byKey, cursor: nextCursor })).toThrow('cursor');
    for (const cursor of ['', '%%%', 'bnVsbA', 'e30']) {
      expect(() => listLocks(locks, { ...request, cursor })).toThrow('cursor');
    }
  });
});
