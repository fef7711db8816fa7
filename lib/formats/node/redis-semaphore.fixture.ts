import type { Fixture } from '../core/fixture';
import type { Command } from '../core/fixture-unlocks';
import { removeMember } from '../core/fixture-unlocks';

const A = '8d3c3d43-03b0-4cd8-8966-8bbd088f8c58';
const B = '1b7f0c6e-5c0d-4b43-9f1e-2a51c1d9ab10';
const C = '5e9d2f0a-7a3b-4c11-8d22-90b1c2d3e4f5';
const expire = (key: string, ttlMs = 10_000): Command => ['PEXPIRE', key, ttlMs];
const successor: Fixture['examples'][0]['successor'] = (key, nowMs) => [['ZADD', key, nowMs, C], expire(key)];

export const fixture: Fixture = {
  formatId: 'redis-semaphore',
  unlock: removeMember,
  checkedAgainst:
    'redis-semaphore 5.8.0, run by real-node-locks.test.ts; lib/semaphore, lib/multiSemaphore (acquire, refresh, release)',
  examples: [
    {
      title: 'a Semaphore with two holders',
      key: (unique) => `semaphore:${unique}`,
      write: (key, nowMs) => [['ZADD', key, nowMs - 3_000, A, nowMs - 1_000, `${B}-api`], expire(key, 9_000)],
      confidence: 'likely',
      holder: { token: A, tokenUnique: true, label: null, since: null },
      holders: 2,
      also: { permits: { available: null, held: 2, expired: 0 } },
      staysAfterRelease: true,
      successor,
    },
    {
      title: 'a Semaphore with one holder, with a key prefix',
      key: (unique) => `app:semaphore:${unique}`,
      write: (key, nowMs) => [['ZADD', key, nowMs, `${A}-billing_1`], expire(key)],
      confidence: 'likely',
      holder: { token: `${A}-billing_1`, label: 'billing_1' },
      also: { permits: { available: null, held: 1, expired: 0 } },
      successor,
    },
    {
      title: 'a MultiSemaphore, one holder of three permits',
      key: (unique) => `semaphore:${unique}`,
      write: (key, nowMs) => [['ZADD', key, nowMs, `${A}_0`, nowMs, `${A}_1`, nowMs, `${A}_2`], expire(key)],
      confidence: 'likely',
      holder: { token: A },
      also: { permits: { available: null, held: 3, expired: 0 } },
      successor,
    },
    {
      title: 'a holder that did not refresh in time, beside one that does',
      key: (unique) => `semaphore:${unique}`,
      write: (key, nowMs) => [['ZADD', key, nowMs - 30_000, A, nowMs, B], expire(key)],
      confidence: 'likely',
      holder: { token: B },
      holders: 1,
      also: { permits: { available: null, held: 1, expired: 1 } },
      staysAfterRelease: true,
      successor,
    },
  ],
  nearMisses: [
    {
      title: 'deadlines ahead under names of the application',
      key: (unique) => `semaphore:${unique}`,
      write: (key, nowMs) => [['ZADD', key, nowMs + 30_000, 'worker-1'], expire(key)],
      becomes: 'expiring-members',
    },
    {
      title: 'the recipe with seconds and without TTL',
      key: (unique) => `semaphore:${unique}`,
      write: (key, nowMs) => [['ZADD', key, nowMs / 1_000, A]],
      becomes: null,
    },
    {
      title: 'a sorted set of UUIDs under another name',
      key: (unique) => `${unique}:recent`,
      write: (key, nowMs) => [['ZADD', key, nowMs, A], expire(key)],
      becomes: null,
    },
  ],
};
