import { describe, expect, it } from 'vitest';
import { aHolder, aLock } from '@/e2e/support/a-lock';
import { holderLeaseOf, leaseViewOf } from './lease-view';

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

describe('the own lease of one of several holders', () => {
  const reader = (ttlMs: number | 'none' | null) => aHolder({ mode: 'read', ttlMs });
  const lock = aLock({
    holders: [reader(20_000), reader(5_000), reader(0)],
    known: { by: 'read', atMs: NOW },
  });

  it('runs down by itself, from when it was read', () => {
    const view = holderLeaseOf(lock, reader(5_000), NOW + 1_000);
    expect(view).toMatchObject({ is: 'counting', leftMs: 4_000, tick: null });
    expect(holderLeaseOf(lock, reader(5_000), NOW + 5_000)).toEqual({ is: 'due' });
  });

  it('is over where it ended before the lock, and never zero for what is not known', () => {
    expect(holderLeaseOf(lock, reader(0), NOW)).toEqual({ is: 'over' });
    expect(holderLeaseOf(lock, reader('none'), NOW)).toEqual({ is: 'never' });
    expect(holderLeaseOf(lock, reader(null), NOW)).toEqual({ is: 'unread' });
    expect(holderLeaseOf({ ...lock, state: 'unknown' }, reader(5_000), NOW)).toEqual({ is: 'unread' });
  });

  it('is that of the lock where there is one holder', () => {
    const alone = aLock({ expiresAtMs: NOW + 9_000 });
    expect(holderLeaseOf(alone, aHolder({ ttlMs: 1 }), NOW)).toMatchObject({ leftMs: 9_000 });
  });
});

it('nobody has a lease, and permits have their own', () => {
  const permits = { available: 3, held: 1, expired: 0 };
  const never = { expiresAtMs: 'none', ttlMs: 'none', permits } as const;
  expect(leaseViewOf(aLock({ holders: [] }), NOW)).toEqual({ is: 'free' });
  expect(leaseViewOf(aLock(never), NOW)).toEqual({ is: 'own' });
});
