import { permitDeadlinesOf, semaphoreChannelOf } from '../../domain/keys/redisson-names';
import type { Fixture } from '../core/fixture';
import { givePermitBack } from '../core/fixture-unlocks';

const PERMIT = '0fc231521bc67967f3c288a4935288fa';
const OTHER = 'ff00ffc1521bc67967f3c288a4935288';
const EXPIRED = '00c231521bc67967f3c288a4935288fa';
const raw = (id: string) => Buffer.from(id, 'hex');

export const fixture: Fixture = {
  formatId: 'redisson-permit-semaphore',
  unlock: givePermitBack,
  checkedAgainst:
    'Redisson 4.7.0 and 3.27.2 in a JVM, and 4.7.1-SNAPSHOT, RedissonPermitExpirableSemaphore.java; a permit that expired is not counted as available here, as it is by its availablePermits()',
  examples: [
    {
      title: 'a semaphore with one of three permits given',
      key: (unique) => `${unique}:downloads`,
      write: (key, nowMs) => [
        ['SET', key, 2],
        ['ZADD', permitDeadlinesOf(key), nowMs + 30_000, raw(PERMIT)],
      ],
      confidence: 'likely',
      wakes: (key) => ({ channel: semaphoreChannelOf(key), message: '3' }),
      releaseTouches: (key) => [permitDeadlinesOf(key)],
      staysAfterRelease: true,
      successor: (key) => [
        ['SET', key, 2],
        ['DEL', permitDeadlinesOf(key)],
        ['ZADD', permitDeadlinesOf(key), Date.now() + 30_000, raw(OTHER)],
      ],
      holder: { token: PERMIT, tokenUnique: true, mode: 'exclusive', holdCount: 1 },
      also: { permits: { available: 2, held: 1, expired: 0 } },
      alternatives: ['Lockscope semaphore'],
    },
    {
      title: 'a semaphore with a permit for good, one with a lease and one that expired, and a TTL',
      key: (unique) => `downloads:{${unique}}`,
      write: (key, nowMs) => [
        ['SET', key, 0, 'PX', 600_000],
        ['ZADD', permitDeadlinesOf(key), 922_337_203_685_477, raw(OTHER)],
        ['ZADD', permitDeadlinesOf(key), nowMs + 30_000, raw(PERMIT)],
        ['ZADD', permitDeadlinesOf(key), nowMs - 1_000, raw(EXPIRED)],
        ['PEXPIRE', permitDeadlinesOf(key), 600_000],
      ],
      confidence: 'likely',
      holders: 2,
      wakes: (key) => ({ channel: semaphoreChannelOf(key), message: '1' }),
      releaseTouches: (key) => [permitDeadlinesOf(key)],
      staysAfterRelease: true,
      successor: (key) => [
        ['SET', key, 0],
        ['DEL', permitDeadlinesOf(key)],
        ['ZADD', permitDeadlinesOf(key), Date.now() + 30_000, raw(OTHER)],
      ],
      holder: { token: PERMIT },
      also: { permits: { available: 0, held: 2, expired: 1 } },
    },
    {
      title: 'a semaphore whose permits all expired, as Redisson 3.16 wrote them',
      key: (unique) => `${unique}:lock`,
      write: (key, nowMs) => [
        ['SET', key, 1],
        ['ZADD', permitDeadlinesOf(key), nowMs - 1_000, PERMIT],
      ],
      confidence: 'likely',
      holder: null,
      also: { permits: { available: 1, held: 0, expired: 1 } },
    },
  ],
  nearMisses: [
    {
      title: 'a counter beside time-outs of something else',
      key: (unique) => `${unique}:downloads`,
      write: (key, nowMs) => [
        ['SET', key, 2],
        ['ZADD', permitDeadlinesOf(key), nowMs + 30_000, 'job-1'],
      ],
      becomes: null,
    },
    {
      title: 'scores that are no deadlines',
      key: (unique) => `${unique}:downloads`,
      write: (key) => [
        ['SET', key, 2],
        ['ZADD', permitDeadlinesOf(key), 7, raw(PERMIT)],
      ],
      becomes: null,
    },
    {
      title: 'a value that is no count',
      key: (unique) => `${unique}:downloads`,
      write: (key, nowMs) => [
        ['SET', key, 'open'],
        ['ZADD', permitDeadlinesOf(key), nowMs + 30_000, raw(PERMIT)],
      ],
      becomes: null,
    },
    {
      title: 'the held permits themselves',
      key: (unique) => permitDeadlinesOf(`${unique}:semaphore`),
      write: (key, nowMs) => [['ZADD', key, nowMs + 30_000, raw(PERMIT)]],
      becomes: null,
    },
  ],
};
