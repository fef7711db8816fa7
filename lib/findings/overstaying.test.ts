import { describe, expect, test } from 'vitest';
import type { LockFacts, Reading, UsualHold } from '../domain/locks/lock-facts';
import { counted } from '../domain/values/counted';
import { judge } from './core/judge';

const NOW = 10_000_000;
const MINUTE = 60_000;
const USUAL: UsualHold = { p99Ms: 2_000, count: 100, windowMs: 86_400_000, atMs: NOW };

/** Held for 24 minutes and renewed every ten seconds. */
function held(change: Partial<LockFacts> = {}, read: Partial<Reading> = {}): LockFacts {
  const atMs = NOW - 24 * MINUTE;
  return {
    reading: {
      atMs: NOW - 1_000,
      holders: [{ token: 't', tokenUnique: true, label: 't', holdCount: 1 }],
      ttlMs: 29_000,
      deadlineMs: NOW + 28_000,
      slackMs: 0,
      valueDeadlineMs: null,
      ...read,
    },
    firstSeenMs: atMs,
    since: { atMs, atLeast: false, known: { by: 'event', atMs } },
    sinceOf: new Map(),
    leaseMs: 30_000,
    healthyFloor: null,
    renewals: { count: 141, lastAtMs: NOW - 1_000, gapsMs: [10_000, 10_000, 10_000] },
    waiters: { count: counted(null), known: null },
    heartbeats: [],
    silentSinceMs: null,
    usual: USUAL,
    ...change,
  };
}

const told = (facts: LockFacts, nowMs = NOW) => {
  const { state, reason, findings, holders } = judge(facts, nowMs);
  return [state, reason.code, ...findings.map(({ code }) => code), ...holders];
};
const CALM = ['held', 'none', 'alive'];
const OVERSTAYS = ['at-risk', 'overstaying', 'overstaying', 'overstaying'];

describe('a hold that is renewed on and on', () => {
  test('overstays past three times what 99 of 100 of its family take, and says by what figures', () => {
    expect(told(held())).toEqual(OVERSTAYS);
    const [finding] = judge(held(), NOW).findings;
    expect(finding).toMatchObject({ severity: 'at-risk', sinceMs: NOW - 24 * MINUTE + 6_000 });
    expect(finding?.evidence).toEqual([
      {
        code: 'overstayed',
        values: {
          ...{ heldMs: 24 * MINUTE, times: 720, p99Ms: 2_000, count: 100 },
          ...{ windowMs: 86_400_000, renewals: 141 },
        },
        tone: 'at-risk',
        known: { by: 'inferred', atMs: NOW },
      },
    ]);
  });

  test('does so from that moment on, and not a moment sooner', () => {
    const lasting = { deadlineMs: NOW + 60 * MINUTE };
    const renewals = { count: 9, lastAtMs: NOW, gapsMs: [10 * MINUTE] };
    const facts = held({ usual: { ...USUAL, p99Ms: 8 * MINUTE + 10_000 }, renewals }, lasting);
    const at = judge(facts, NOW).changesAtMs;
    expect(at).toBe(NOW + 30_001);
    expect(told(facts, at - 1)).toEqual(CALM);
    expect(told(facts, at)).toEqual(OVERSTAYS);
    expect(judge(facts, at).changesAtMs).toBeGreaterThan(at);
  });

  test.each<[string, Partial<LockFacts>]>([
    ['whose family has too few holds for a p99', { usual: { ...USUAL, count: 99 } }],
    ['of whose family nothing is known', { usual: null }],
    ['that was seen to renew four times only', { renewals: { count: 4, lastAtMs: NOW, gapsMs: [10_000] } }],
    [
      'that began to wait long ago and was first seen lately',
      { firstSeenMs: NOW - 5_000, since: { ...sinceOf(24 * MINUTE), atMost: true } },
    ],
  ])('and %s is alive, and nothing more is said', (_, change) => {
    expect(told(held(change))).toEqual(CALM);
  });

  test('is told as late, and not as overstaying, once its renewals stop', () => {
    const renewals = { count: 141, lastAtMs: NOW - 20_000, gapsMs: [10_000] };
    expect(told(held({ renewals }))).toEqual(['at-risk', 'renewal-late', 'renewal-late', 'unknown']);
  });

  test('by several is the hold of none of them', () => {
    const holders = ['a', 'b'].map((token) => ({ token, tokenUnique: true, label: token, holdCount: 1 }));
    expect(told(held({}, { holders }))).toEqual(['held', 'none', 'unknown', 'unknown']);
  });

  test('of which nothing is known now is not judged', () => {
    expect(told(held({ silentSinceMs: NOW - 5_000 }))).toEqual([
      'unknown',
      'node-silent',
      'node-silent',
      'unknown',
    ]);
  });
});

function sinceOf(agoMs: number) {
  const atMs = NOW - agoMs;
  return { atMs, atLeast: false, known: { by: 'event' as const, atMs } };
}
