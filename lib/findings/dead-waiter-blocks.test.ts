import { describe, expect, test } from 'vitest';
import type { LockFacts, NextInLine } from '../domain/locks/lock-facts';
import { counted } from '../domain/values/counted';
import { judge } from './core/judge';

const NOW = 1_000_000;
const next = (change: Partial<NextInLine> = {}): NextInLine => ({
  token: 'dead:1',
  label: 'dead:1',
  deadlineMs: NOW + 300_000,
  unheardSinceMs: NOW,
  atMs: NOW,
  ...change,
});

function free(its: NextInLine | null, change: Partial<LockFacts> = {}): LockFacts {
  return {
    reading: {
      atMs: NOW,
      holders: [],
      ttlMs: 'none',
      deadlineMs: 'none',
      slackMs: 0,
      valueDeadlineMs: null,
      free: true,
      absent: true,
    },
    firstSeenMs: NOW,
    since: null,
    sinceOf: new Map(),
    leaseMs: null,
    healthyFloor: { share: 2 / 3 },
    renewals: { count: 0, lastAtMs: null, gapsMs: [] },
    waiters: { count: counted(3), known: null },
    next: its,
    heartbeats: [],
    silentSinceMs: null,
    ...change,
  };
}

const verdict = (facts: LockFacts, nowMs = NOW + 2_000) => {
  const { state, reason, findings } = judge(facts, nowMs);
  return [state, reason.code, ...findings.map(({ code }) => code)];
};
const BLOCKED = ['at-risk', 'dead-waiter-blocks', 'dead-waiter-blocks'];
const WAITED = ['free', 'waiting'];

describe('a free lock with a queue', () => {
  test('is free however many wait, and nothing is wrong while the first of them listens', () =>
    expect(verdict(free(next({ unheardSinceMs: null })), NOW + 600_000)).toEqual(WAITED));

  test('is kept for a dead waiter once nobody has listened for two seconds, not a moment before', () => {
    expect(verdict(free(next()), NOW + 1_999)).toEqual(WAITED);
    expect(verdict(free(next()))).toEqual(BLOCKED);
  });

  test('is so until the deadline of that place, and for good where it has none', () => {
    expect(verdict(free(next()), NOW + 299_999)).toEqual(BLOCKED);
    expect(verdict(free(next()), NOW + 300_000)).toEqual(WAITED);
    expect(verdict(free(next({ deadlineMs: null })), NOW + 9e9)).toEqual(BLOCKED);
  });

  test('is for anybody while only ghosts are in its queue', () =>
    expect(verdict(free(null, { waiters: { count: counted(0), known: null } }))).toEqual(['free', 'none']));

  test('is unknown while its node is silent', () =>
    expect(verdict(free(next(), { silentSinceMs: NOW }))).toEqual(['unknown', 'node-silent', 'node-silent']));

  test('names the waiter, for how long, until when, and who waits behind it', () => {
    const evidence = (its: NextInLine) => judge(free(its), NOW + 10_000).findings[0]?.evidence;
    const values = { waiter: 'dead:1', forMs: 10_000, leftMs: 290_000, behind: 2 };
    expect(evidence(next())).toMatchObject([{ code: 'dead-waiter', values, tone: 'at-risk' }]);
    expect(evidence(next({ deadlineMs: null }))?.[0]?.values).not.toHaveProperty('leftMs');
  });

  test('is judged again when two seconds are over, and at the deadline', () => {
    const none = { waiters: { count: counted(null), known: null } };
    const quiet = (its: NextInLine, nowMs: number) => judge(free(its, none), nowMs).changesAtMs;
    expect(quiet(next(), NOW)).toBe(NOW + 2_000);
    expect(quiet(next(), NOW + 2_000)).toBe(NOW + 300_000);
    expect(quiet(next(), NOW + 300_000)).toBe(Number.POSITIVE_INFINITY);
    expect(quiet(next({ deadlineMs: null }), NOW + 2_000)).toBe(Number.POSITIVE_INFINITY);
  });
});
