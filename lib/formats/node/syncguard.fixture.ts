import type { Example, Fixture } from '../core/fixture';
import type { Command } from '../core/fixture-unlocks';
import { compareAndDelete } from '../core/fixture-unlocks';

const ID = 'q83vEjRWeJCrze8SNFZ4kA';
const TAKEN_MS = 1_700_000_000_123;
const FENCE = '000000000000041';

type Kept = { key?: string; prefix: string; ttlMs?: number };

function lock(lockKey: string, nowMs: number, { key, prefix, ttlMs = 30_000 }: Kept): Command[] {
  const userKey = key ?? lockKey.slice(prefix.length);
  const data = {
    lockId: ID,
    expiresAtMs: nowMs + ttlMs,
    acquiredAtMs: TAKEN_MS,
    key: userKey,
    fence: FENCE,
  };
  return [
    ['SET', `${prefix}fence:${userKey}`, 41],
    ['SET', lockKey, JSON.stringify(data), 'PX', ttlMs],
    ['SET', `${prefix}id:${ID}`, lockKey, 'PX', ttlMs],
  ];
}

function example(title: string, { prefix, key }: Kept, name: (unique: string) => string): Example {
  return {
    title,
    key: (unique) => `${prefix}${name(unique)}`,
    write: (lockKey, nowMs) => lock(lockKey, nowMs, { prefix, ...(key && { key }) }),
    confidence: 'certain',
    holder: { token: ID, tokenUnique: true, since: { atMs: TAKEN_MS, atLeast: false } },
    valueDeadlineMs: (nowMs) => nowMs + 30_000,
    also: { fencingToken: FENCE },
    releaseTouches: () => [`${prefix}id:${ID}`],
  };
}

export const fixture: Fixture = {
  formatId: 'syncguard',
  unlock: compareAndDelete,
  checkedAgainst:
    'SyncGuard main, redis/scripts.ts, common/crypto.ts, read; older ones have 19 digits of fence',
  examples: [
    example('a lock', { prefix: 'syncguard:' }, (unique) => `order:${unique}`),
    example(
      'a lock under a prefix of the application',
      { prefix: 'shop:syncguard:' },
      (unique) => `наряд/${unique}`,
    ),
    example(
      'a long key, of which the name has a hash',
      { prefix: 'syncguard:', key: 'k'.repeat(600) },
      () => '0fc231521bc67967f3c288a4',
    ),
  ],
  nearMisses: [
    {
      title: 'the key that leads from the id to the lock',
      key: () => `syncguard:id:${ID}`,
      write: (key) => [['SET', key, 'syncguard:order', 'PX', 30_000]],
      becomes: null,
    },
    {
      title: 'the counter of fencing tokens',
      key: (unique) => `syncguard:fence:${unique}`,
      write: (key) => [['INCR', key]],
      becomes: null,
    },
    {
      title: 'other JSON with a lockId',
      key: (unique) => `${unique}:value`,
      write: (key) => [['SET', key, JSON.stringify({ lockId: ID, key: 'x' })]],
      becomes: null,
    },
    {
      title: 'JSON that is cut short',
      key: (unique) => `syncguard:${unique}`,
      write: (key) => [['SET', key, `{"lockId":"${ID}","fence":"${FENCE}"`]],
      becomes: 'plain-string',
    },
  ],
};
