import { describe, expect, it } from 'vitest';
import { type Counted, counted, countOf, isNone, isSome, numberOrNull, orderOf, sumOfKnown } from './counted';

const unknown = counted(null);

describe('a count that may be unknown', () => {
  it('is a number or null in JSON', () => {
    expect(JSON.stringify([counted(3), counted(0), unknown])).toBe('[3,0,null]');
    expect(countOf(JSON.parse('0') as Counted)).toEqual({ known: true, count: 0 });
    expect(countOf(JSON.parse('null') as Counted)).toEqual({ known: false });
    expect(countOf(undefined)).toEqual({ known: false });
  });

  it('is neither some nor none while it is unknown', () => {
    expect([counted(2), counted(0), unknown].map(isSome)).toEqual([true, false, false]);
    expect([counted(2), counted(0), unknown].map(isNone)).toEqual([false, true, false]);
  });

  it('is ordered below 0, not among the zeros, while it is unknown', () => {
    expect([unknown, counted(0), counted(4)].map(orderOf)).toEqual([-1, 0, 4]);
  });

  it('adds up what is known, and is unknown where nothing is', () => {
    expect(numberOrNull(sumOfKnown([counted(2), unknown, counted(3)]))).toBe(5);
    expect(numberOrNull(sumOfKnown([unknown, unknown]))).toBeNull();
    expect(numberOrNull(sumOfKnown([]))).toBe(0);
  });

  it('is refused by the compiler as a number and as a condition', () => {
    // `tsc` fails on a line of `refused` that compiles.
    expect(refused).toBeTypeOf('function');
  });
});

function refused(count: Counted): unknown[] {
  return [
    // @ts-expect-error: no default
    (count ?? 0) satisfies number,
    // @ts-expect-error: no default
    (count || 0) satisfies number,
    // @ts-expect-error: no sum
    count + 1,
    // @ts-expect-error: no difference
    count - 1,
    // @ts-expect-error: no order
    count > 0,
    // @ts-expect-error: no equality
    count === 0,
    // @ts-expect-error: no condition
    count ? 'waited' : 'alone',
    // @ts-expect-error: no condition
    count && 'waited',
    // @ts-expect-error: no argument
    Math.max(count, 0),
  ];
}
