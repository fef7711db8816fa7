import { expect, test } from 'vitest';
import type { HealthyFloor, LockFacts } from '../locks/lock-facts';
import { renewalOf } from './judge-renewal';

const NOW = 1_790_000_000_000;
const LEASE_MS = 30_000;

function factsOf(
  healthyFloor: HealthyFloor | null,
  renewals: Partial<LockFacts['renewals']> = {},
): LockFacts {
  const holder = { token: 'a:1', tokenUnique: true, label: null, holdCount: 1 };
  return {
    reading: {
      ...{ atMs: NOW, holders: [holder], ttlMs: LEASE_MS, deadlineMs: NOW + LEASE_MS },
      ...{ slackMs: 0, valueDeadlineMs: null },
    },
    ...{ firstSeenMs: NOW, since: null, sinceOf: new Map(), leaseMs: LEASE_MS, healthyFloor },
    renewals: { count: 0, lastAtMs: null, gapsMs: [], ...renewals },
    waiters: { count: null as never, known: null },
    ...{ heartbeats: [null], silentSinceMs: null },
  };
}

const once = { count: 1, lastAtMs: NOW };

test.each([
  ['a third of the lease', { share: 2 / 3 }, 10_000],
  ['half of it', { share: 0.5 }, 15_000],
  ['four fifths of it', { share: 0.2 }, 24_000],
  ['all but a time', { ms: 5_000 }, 25_000],
  ['a third where no floor is known', null, 10_000],
] as const)('one renewal is followed by another within %s', (_, floor, periodMs) => {
  expect(renewalOf(factsOf(floor, once), NOW)).toMatchObject({ periodMs });
});

test('a holder that may renew is awaited for 1.4 periods from when it is watched, or its lease was set anew', () => {
  const facts = factsOf({ share: 0.5 });
  expect(renewalOf(facts, NOW).awaited).toEqual({ sinceMs: NOW, untilMs: NOW + 21_000 });
  const anew = { ...facts, unrenewedSinceMs: NOW + 4_000 };
  expect(renewalOf(anew, NOW).awaited).toEqual({ sinceMs: NOW + 4_000, untilMs: NOW + 25_000 });
});

test('none is awaited of what never renews, has no lease, several holders, or a period that is known', () => {
  const facts = factsOf({ share: 0.5 });
  const { reading } = facts;
  for (const each of [
    factsOf(null),
    factsOf({ share: 0.5 }, once),
    { ...facts, leaseMs: null },
    { ...facts, reading: { ...reading, ttlMs: 'none' as const, deadlineMs: 'none' as const } },
    { ...facts, reading: { ...reading, holders: [...reading.holders, ...reading.holders] } },
    { ...facts, reading: { ...reading, holders: [] } },
  ])
    expect(renewalOf(each, NOW).awaited).toBeUndefined();
});
