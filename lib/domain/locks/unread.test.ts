import { describe, expect, test } from 'vitest';
import { judge } from '../../findings/core/judge';
import { counted } from '../values/counted';
import type { LockFacts } from './lock-facts';
import { UNREAD_AFTER_MS, unreadFromMs } from './unread';

const NOW = 1_000_000;
const read = { readAtMs: NOW, deadlineMs: 'none', changedAtMs: null, promisedMs: 20_000 } as const;

describe('a reading is older than promised', () => {
  test.each([
    ['when it was not read again within the promised time', {}, 20_000],
    ['soon after a change that was reported', { changedAtMs: NOW + 100 }, 100 + UNREAD_AFTER_MS],
    ['soon after its deadline', { deadlineMs: NOW + 5_000 }, 5_000 + UNREAD_AFTER_MS],
    ['soon after a reading that came later than the deadline', { deadlineMs: NOW - 50 }, UNREAD_AFTER_MS],
    ['never, where nothing is promised', { promisedMs: Number.POSITIVE_INFINITY }, Number.POSITIVE_INFINITY],
  ])('%s', (_, change, afterMs) => expect(unreadFromMs({ ...read, ...change })).toBe(NOW + afterMs));
});

function facts(change: Partial<LockFacts> = {}): LockFacts {
  const holder = { token: 'a', tokenUnique: true, label: 'a', holdCount: 1 };
  return {
    reading: {
      ...{ atMs: NOW, holders: [holder], ttlMs: 'none', deadlineMs: 'none', slackMs: 0 },
      valueDeadlineMs: null,
    },
    ...{ firstSeenMs: NOW, since: null, sinceOf: new Map(), leaseMs: null, healthyFloor: null },
    renewals: { count: 0, lastAtMs: null, gapsMs: [] },
    waiters: { count: counted(3), known: { by: 'scan', atMs: NOW } },
    ...{ heartbeats: [null], silentSinceMs: null, age: { readAtMs: NOW, unreadFromMs: NOW + 5_000 } },
    ...change,
  };
}

describe('a lock whose reading is older than promised', () => {
  test('is unknown by itself, and no finding is said of it', () => {
    expect(judge(facts(), NOW + 4_999)).toMatchObject({ state: 'at-risk', reason: { code: 'no-ttl' } });
    const old = judge(facts(), NOW + 8_000);
    expect(old).toMatchObject({ state: 'unknown', reason: { code: 'unread', values: { agoMs: 8_000 } } });
    expect([old.findings, old.holders]).toEqual([[], ['unknown']]);
  });

  test('is judged again at that moment, and then as its age grows', () => {
    const calm = facts({ waiters: { count: counted(0), known: null } });
    expect(judge(calm, NOW).changesAtMs).toBe(NOW + 5_000);
    expect(judge(calm, NOW + 6_000).changesAtMs).toBe(NOW + 16_000);
  });

  test('of a server that gives no answer is unknown for that', () => {
    expect(judge(facts({ silentSinceMs: NOW }), NOW + 9_000).reason.code).toBe('node-silent');
  });
});
