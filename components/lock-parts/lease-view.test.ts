import { describe, expect, it } from 'vitest';
import { leaseViewOf } from './lease-view';

const NOW = 1_000_000;
const held = {
  state: 'held' as const,
  ttlMs: 20_000,
  expiresAtMs: NOW + 20_000,
  valueDeadlineMs: null,
  leaseMs: 30_000,
  renewal: { count: 3, lastAtMs: NOW - 10_000, periodMs: 10_000, lateBy: 1 },
};

describe('the lease of a lock', () => {
  it('counts down with the point at which a healthy holder renews', () => {
    const view = leaseViewOf(held, NOW);
    expect(view).toMatchObject({ is: 'counting', leftMs: 20_000 });
    expect(view.is === 'counting' && [view.share, view.tick]).toEqual([
      expect.closeTo(2 / 3),
      expect.closeTo(2 / 3),
    ]);
  });

  it('has no such point when no renewal was seen', () => {
    const never = { count: 0, lastAtMs: null, periodMs: null, lateBy: null };
    expect(leaseViewOf({ ...held, renewal: never }, NOW)).toMatchObject({ tick: null });
  });

  it('is due at zero, not expired: Redis has not confirmed it', () => {
    expect(leaseViewOf(held, NOW + 20_000)).toEqual({ is: 'due' });
  });

  it('is never over without a TTL, unless the value itself names a deadline', () => {
    const endless = { ...held, ttlMs: 'none' as const, expiresAtMs: 'none' as const };
    expect(leaseViewOf(endless, NOW)).toEqual({ is: 'never' });
    expect(leaseViewOf({ ...endless, valueDeadlineMs: NOW + 5_000 }, NOW)).toMatchObject({ leftMs: 5_000 });
    expect(leaseViewOf({ ...endless, valueDeadlineMs: NOW - 5_000 }, NOW)).toEqual({ is: 'past' });
  });

  it('is unread while the node is silent, whatever was last read', () => {
    expect(leaseViewOf({ ...held, state: 'unknown' }, NOW)).toEqual({ is: 'unread' });
    expect(leaseViewOf({ ...held, expiresAtMs: null }, NOW)).toEqual({ is: 'unread' });
    expect(leaseViewOf({ ...held, state: 'free' }, NOW)).toEqual({ is: 'absent' });
  });
});
