import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type BlamedHold, type BlamedWait, blame } from './blame';

/** `who` has `lock` from when to when, and so many wait all the time. */
const hold = (lock: string, who: string, fromMs: number, toMs: number, waiters = 0): BlamedHold => {
  return {
    lock,
    key: lock,
    who,
    holder: who,
    token: `t-${who}`,
    fromMs,
    toMs,
    waiterMs: waiters * (toMs - fromMs),
  };
};
const wait = (
  lock: string,
  who: string,
  fromMs: number,
  toMs: number,
  token: string | null = `t-${who}`,
): BlamedWait => {
  return { lock, who, waiter: who, token, fromMs, toMs };
};
const costs = (holds: BlamedHold[], waits: BlamedWait[]) =>
  blame(holds, holds, waits).map(({ who, waiterMs, ownMs }) => [
    who,
    Math.round(waiterMs),
    Math.round(ownMs),
  ]);

describe('waits of a lock', () => {
  test('are charged to who has it at that moment', () => {
    const holds = [hold('a', 'x', 0, 100, 2), hold('a', 'y', 100, 400, 1), hold('b', 'y', 0, 50)];
    expect(costs(holds, [])).toEqual([
      ['y', 300, 300],
      ['x', 200, 200],
    ]);
  });

  test('are charged to whom that one waits for, while it does', () => {
    const holds = [hold('a', 'x', 0, 100, 3), hold('b', 'y', 0, 80, 1)];
    expect(costs(holds, [wait('b', 'x', 20, 80)])).toEqual([
      ['y', 260, 80],
      ['x', 120, 120],
    ]);
  });

  test('and to whom that one waits for, through several locks, whoever has them then', () => {
    const holds = [
      hold('a', 'x', 0, 90, 1),
      hold('b', 'y', 0, 90),
      hold('c', 'z', 0, 30),
      hold('c', 'w', 30, 90),
    ];
    const waits = [wait('b', 'x', 0, 90), wait('c', 'y', 0, 90)];
    const [first, second] = blame(holds, holds, waits);
    expect([first?.who, first?.waiterMs, second?.who, second?.waiterMs]).toEqual(['w', 60, 'z', 30]);
    expect(first?.tree.map(({ depth, lock, who, waiterMs }) => [depth, lock, who, waiterMs])).toEqual([
      [0, 'c', 'w', 0],
      [1, 'b', 'y', 0],
      [2, 'a', 'x', 60],
    ]);
    expect(first?.victims).toEqual([]);
  });

  test('are shared by readers who have the lock together', () => {
    const holds = [hold('a', 'x', 0, 90, 2), hold('b', 'r', 0, 90), hold('b', 's', 0, 90)];
    expect(costs(holds, [wait('b', 'x', 0, 90)])).toEqual([
      ['r', 90, 0],
      ['s', 90, 0],
    ]);
  });

  test('stay where they are in a circle, and where nobody is known to have the other lock', () => {
    const circle = [hold('a', 'x', 0, 100, 1), hold('b', 'y', 0, 100, 1)];
    expect(costs(circle, [wait('b', 'x', 0, 100), wait('a', 'y', 0, 100)])).toEqual([
      ['x', 100, 0],
      ['y', 100, 0],
    ]);
    expect(costs([hold('a', 'x', 0, 100, 1)], [wait('c', 'x', 0, 100)])).toEqual([['x', 100, 100]]);
  });

  test('are not passed on where another thread of the process waits', () => {
    const holds = [hold('a', 'x', 0, 100, 1), hold('b', 'y', 0, 100)];
    expect(costs(holds, [wait('b', 'x', 0, 100, 't-x-48')])).toEqual([['x', 100, 100]]);
  });

  test('say whom they cost, and whether the token proves who waited', () => {
    const holds = [hold('a', 'x', 0, 100, 2), hold('b', 'y', 0, 100)];
    const waits = [wait('a', 'v', 0, 100), wait('a', 'w', 50, 100)];
    const [proven] = blame(holds, holds, [...waits, wait('b', 'x', 0, 100)]);
    expect(proven).toMatchObject({ who: 'y', unsureMs: 0 });
    expect(proven?.victims).toEqual([
      { waiter: 'v', waiterMs: 100 },
      { waiter: 'w', waiterMs: 50 },
    ]);
    const [guessed] = blame(holds, holds, [...waits, wait('b', 'x', 0, 100, null)]);
    expect(guessed).toMatchObject({ who: 'y', waiterMs: 200, unsureMs: 200 });
    expect(guessed?.tree.map(({ sure }) => sure)).toEqual([true, false]);
  });
});

test('whatever happens, nothing is lost and nothing is charged twice', () => {
  const name = fc.constantFrom('a', 'b', 'c', 'd');
  const time = fc.record({ at: fc.nat(1_000), ms: fc.integer({ min: 1, max: 400 }) });
  const holds = fc.array(fc.record({ lock: name, who: name, time, waiters: fc.nat(3) }), { maxLength: 12 });
  const waits = fc.array(fc.record({ lock: name, who: name, time }), { maxLength: 12 });
  fc.assert(
    fc.property(holds, waits, (some, others) => {
      const all = some.map(({ lock, who, time: { at, ms }, waiters }) =>
        hold(lock, who, at, at + ms, waiters),
      );
      const waited = others.map(({ lock, who, time: { at, ms } }) => wait(lock, who, at, at + ms));
      const blamed = blame(all, all, waited);
      const sum = all.reduce((total, { waiterMs }) => total + waiterMs, 0);
      expect(blamed.reduce((total, { waiterMs }) => total + waiterMs, 0)).toBeCloseTo(sum, 5);
      for (const { waiterMs, tree } of blamed)
        expect(tree.reduce((total, each) => total + each.waiterMs, 0)).toBeCloseTo(waiterMs, 5);
    }),
  );
});
