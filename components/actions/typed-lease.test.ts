import { describe, expect, it } from 'vitest';
import { leaseText } from '@/lib/domain/values/lease-text';
import { offeredLease, typedLease } from './typed-lease';

describe('a lease that is typed', () => {
  it('has a unit and a length the server accepts', () => {
    expect(['500ms', '30s', '1.5m', ' 2 h '].map(typedLease)).toEqual([500, 30_000, 90_000, 7_200_000]);
    expect(['', '30', '0s', '-1s', '25h', '1w', '1e9s'].map(typedLease)).toEqual(Array(7).fill(null));
  });

  it('is offered as the holder asked for it', () => {
    expect(offeredLease(29_998)).toBe('30s');
    expect(offeredLease(1_200_000)).toBe('20m');
    expect(offeredLease(null)).toBe('1m');
    expect(offeredLease(40)).toBe('1s');
  });

  it('means the same when it is read again', () => {
    for (const ms of [1, 500, 1_000, 90_000, 3_600_000, 86_400_000])
      expect(typedLease(leaseText(ms))).toBe(ms);
  });
});
