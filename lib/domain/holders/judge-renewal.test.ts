import { describe, expect, test } from 'vitest';
import { type HealthyFloor, type LockFacts, USUAL_FLOOR } from '../locks/lock-facts';
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

test.each([
  [[10_000, 10_000, 1_000, 1_000, 1_000], { periodMs: 1_000, longestMs: 10_000 }],
  [[9_999.6, 10_000.4], { periodMs: 10_000, longestMs: 10_000 }],
  [[10_000, 10_000], { periodMs: 10_000 }],
])('of renewals %j apart the usual time and the longest one are known', (gapsMs, known) => {
  const { periodMs, longestMs } = renewalOf(
    factsOf({ share: 2 / 3 }, { count: gapsMs.length + 1, lastAtMs: NOW, gapsMs }),
    NOW,
  );
  expect({ periodMs, ...(longestMs !== undefined && { longestMs }) }).toEqual(known);
});

test('a holder that may renew is awaited for 1.4 periods from when it is watched, or its lease was set anew', () => {
  const facts = factsOf({ share: 0.5 });
  expect(renewalOf(facts, NOW).awaited).toEqual({ sinceMs: NOW, untilMs: NOW + 21_000 });
  const anew = { ...facts, unrenewedSinceMs: NOW + 4_000 };
  expect(renewalOf(anew, NOW).awaited).toEqual({ sinceMs: NOW + 4_000, untilMs: NOW + 25_000 });
});

describe('a hold whose lease an earlier watch recorded', () => {
  // Taken for a minute 30 s ago, so that it has 30 s left now; a third of the lease is 20 s.
  const recorded = { token: 'a:1', fromMs: NOW - 30_000, leaseMs: 60_000 };
  const found = { ...factsOf({ share: 2 / 3 }), recorded };
  const awaited = (of: Partial<LockFacts>) => renewalOf({ ...found, ...of }, NOW).awaited;
  const asIfNew = { sinceMs: NOW, untilMs: NOW + 14_000 };

  test('was not renewed since then, where its lease still ends when it did', () => {
    expect(awaited({})).toEqual({ sinceMs: NOW - 29_950, untilMs: NOW - 1_950 });
    expect(awaited({ unrenewedSinceMs: NOW - 5_000 })).toEqual({
      ...{ sinceMs: NOW - 29_950, untilMs: NOW - 1_950 },
    });
  });

  test.each<[string, Partial<LockFacts>]>([
    ['ends later: it was renewed while nobody watched', { recorded: { ...recorded, fromMs: NOW - 30_200 } }],
    ['ends earlier: it was set for less', { recorded: { ...recorded, leaseMs: 60_200 } }],
    ['is of another token', { recorded: { ...recorded, token: 'b:1' } }],
    ['is not recorded', { recorded: null }],
    [
      'is its holder’s own, and the key has another',
      {
        reading: {
          ...found.reading,
          holders: found.reading.holders.map((each) => ({ ...each, deadlineMs: NOW + 30_000 })),
        },
      },
    ],
  ])('is watched from now on where the lease %s', (_, of) => {
    expect(awaited(of)).toEqual(asIfNew);
  });

  test('may be read as imprecisely as the reading took', () => {
    const slow = { ...found.reading, slackMs: 300 };
    const late = { reading: slow, recorded: { ...recorded, fromMs: NOW - 29_700 } };
    expect(awaited(late)).toMatchObject({ sinceMs: NOW - 29_350 });
  });
});

test('of a format whose holders may renew one is awaited as long as that takes, and no longer than its lease', () => {
  const of = (mayRenew: HealthyFloor | null) => renewalOf({ ...factsOf(null), mayRenew }, NOW).awaited;
  expect(of({ share: 0.5 })).toEqual({ sinceMs: NOW, untilMs: NOW + 21_000 });
  expect(of(USUAL_FLOOR)).toEqual({ sinceMs: NOW, untilMs: NOW + 14_000 });
  expect(of({ ms: 500 })).toEqual({ sinceMs: NOW, untilMs: NOW + LEASE_MS });
  expect(of(null)).toBeUndefined();
});

test('after one renewal the next is due as its format may renew', () => {
  const renewed = { ...factsOf(null, once), mayRenew: { ms: 500 } };
  expect(renewalOf(renewed, NOW).periodMs).toBe(29_500);
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
