import { describe, expect, test } from 'vitest';
import { fairnessOf, fewerThan, type RecordedWait, type Taken } from './fairness';

const turn = (
  who: string,
  fromMs: number,
  toMs: number | null,
  gotIt: boolean | null = toMs !== null,
): RecordedWait => {
  return { who, waiter: who, fromMs, toMs, gotIt };
};
const grant = (who: string | null, atMs: number): Taken => ({ who, atMs });
/** So many come one after the other, two seconds apart, and each gets the lock a second later. */
const others = (count: number, fromMs: number) =>
  Array.from({ length: count }, (_, i) => turn(`o${i}`, fromMs + i * 2_000, fromMs + i * 2_000 + 1_000));
const grantsOf = (turns: RecordedWait[]) =>
  turns.flatMap(({ who, toMs, gotIt }) => (gotIt && toMs !== null ? [grant(who, toMs)] : []));

describe('fairness of a lock', () => {
  test('whoever came first got it first: nobody is overtaken', () => {
    const turns = [turn('a', 0, 3_000), turn('b', 2_000, 5_000), turn('c', 4_000, 7_000)];
    expect(fairnessOf(turns, grantsOf(turns), 9_000)).toEqual({
      ...{ waits: 3, medianMs: 3_000, longestMs: 3_000, grants: 2, barged: 0 },
      ...{ starved: { count: 0, excessMs: 0 }, worst: null },
    });
  });

  test('a waiter that later arrivals overtake ten times, for five times the median, is starved', () => {
    const found = (count: number) => {
      const turns = [turn('a', 0, 2_000 * count + 8_000), ...others(count, 4_000)];
      return fairnessOf(turns, grantsOf(turns), 100_000);
    };
    expect(found(10)).toMatchObject({
      ...{ waits: 11, medianMs: 1_000, longestMs: 28_000, grants: 10, barged: 10 },
      starved: { count: 1, excessMs: 27_000 },
      worst: { waiter: 'a', waitedMs: 28_000, overtaken: 10 },
    });
    expect(found(9)?.starved.count).toBe(0);
  });

  test('one that goes on is starved too, one that gave up is not: it may be dead', () => {
    const some = others(12, 4_000);
    const with_ = (first: RecordedWait) =>
      fairnessOf([first, ...some], grantsOf(some), 60_000)?.starved.count;
    expect(with_(turn('a', 0, null))).toBe(1);
    expect(with_(turn('a', 0, 59_000, false))).toBe(0);
  });

  test('of two that came within a second and a half nobody is the earlier one', () => {
    const close = [turn('a', 0, 9_000), turn('b', 1_400, 3_000)];
    expect(fairnessOf(close, grantsOf(close), 9_000)?.barged).toBe(0);
    const apart = [turn('a', 0, 9_000), turn('b', 1_600, 3_000)];
    expect(fairnessOf(apart, grantsOf(apart), 9_000)?.barged).toBe(1);
  });

  test('who took it at once came later than one that waits for long, if it would have had a name', () => {
    const turns = [turn('a', 0, 40_000), turn('b', 100_000, 101_000)];
    const barged = (who: string | null, atMs: number) =>
      fairnessOf(turns, [grant(who, atMs), ...grantsOf(turns)], 200_000)?.barged;
    expect(barged('b', 20_000)).toBe(1);
    expect(barged('b', 10_000)).toBe(0);
    expect(barged('nameless', 20_000)).toBe(0);
    expect(barged(null, 20_000)).toBe(0);
  });

  test('nothing is said where nobody got it', () => {
    expect(fairnessOf([turn('a', 0, null)], [], 9_000)).toBeNull();
  });
});

test('the chance of fewer than a count is that of Poisson', () => {
  expect(fewerThan(1, 1)).toBeCloseTo(0.3679, 4);
  expect(fewerThan(12, 4)).toBeCloseTo(0.9991, 4);
  expect(fewerThan(0, 4)).toBe(0);
  expect(fewerThan(400, 4)).toBeCloseTo(1, 9);
});
