import { describe, expect, test } from 'vitest';
import { aHolder, aLock } from '../../../e2e/support/a-lock';
import { isShared, summaryOf } from './holders-summary';

const reader = aHolder({ mode: 'read' });
const writer = aHolder({ mode: 'write' });
const rw = (...holders: (typeof reader)[]) => aLock({ kind: 'read-write', holders });
const semaphore = (
  available: number | null,
  held: number | null,
  expired: number | null,
  holders = [aHolder()],
) => aLock({ kind: 'semaphore', holders, permits: { available, held, expired } });

describe('who has a lock', () => {
  test('is one holder where there is one, whatever it does', () => {
    expect(summaryOf(aLock())).toMatchObject({ is: 'one' });
    expect(summaryOf(rw(writer))).toEqual({ is: 'one', holder: writer });
  });

  test('is readers, or the writer and what reads beside it', () => {
    expect(summaryOf(rw(reader, reader, reader))).toEqual({ is: 'readers', count: 3 });
    expect(summaryOf(rw(reader, writer))).toEqual({ is: 'writer', holder: writer, others: 1 });
    expect(summaryOf(aLock({ holders: [aHolder(), aHolder()] }))).toEqual({ is: 'several', count: 2 });
  });

  test('is permits of a total only where all figures are known', () => {
    expect(summaryOf(semaphore(3, 1, 1))).toEqual({
      is: 'permits',
      free: 3,
      held: 1,
      total: 5,
      expired: 1,
    });
    expect(summaryOf(semaphore(3, null, null, []))).toMatchObject({ free: 3, held: null, total: null });
    expect(summaryOf(semaphore(null, null, null))).toMatchObject({ free: null, held: 1, total: null });
  });

  test('is nobody only where that is known, and never a holder of a latch', () => {
    expect(summaryOf(aLock({ holders: [] }))).toEqual({ is: 'nobody' });
    for (const [available, left] of [
      [2, 2],
      [0, 0],
      [null, null],
    ] as const) {
      const latch = { ...semaphore(available, null, null, []), kind: 'latch' as const };
      expect(summaryOf(latch)).toEqual({ is: 'latch', left });
    }
  });
});

test('a lock that several may hold is shared even while one has it', () => {
  expect([aLock(), rw(reader), rw(writer), semaphore(1, 1, 0)].map(isShared)).toEqual([
    false,
    true,
    true,
    true,
  ]);
});
