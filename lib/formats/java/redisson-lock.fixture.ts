import { channelOf } from '../../domain/keys/redisson-names';
import type { Fixture } from '../core/fixture';
import { removeField } from '../core/fixture-unlocks';

const NODE = '8d3c3d43-03b0-4cd8-8966-8bbd088f8c58';
const OWNER = `${NODE}:47`;

export const fixture: Fixture = {
  formatId: 'redisson-lock',
  unlock: removeField,
  checkedAgainst:
    'Redisson 4.7.1-SNAPSHOT, RedissonLock.java, RedissonSpinLock.java, RedissonNonReentrantLock.java',
  examples: [
    {
      title: 'an RLock entered once',
      key: (unique) => `${unique}:order:7`,
      write: (key) => [
        ['HINCRBY', key, OWNER, 1],
        ['PEXPIRE', key, 30_000],
      ],
      confidence: 'likely',
      wakes: (key) => ({ channel: channelOf(key), message: '0' }),
      holder: {
        token: OWNER,
        tokenUnique: true,
        holdCount: 1,
        process: { host: null, pid: null, instance: NODE },
      },
      alternatives: ['Redisson RFairLock', 'Redisson RFencedLock', 'Redisson RSpinLock'],
    },
    {
      title: 'an RLock entered three times, with a hash tag in its name',
      key: (unique) => `orders:{${unique}}:7`,
      write: (key) => [
        ['HINCRBY', key, OWNER, 3],
        ['PEXPIRE', key, 30_000],
      ],
      confidence: 'likely',
      wakes: (key) => ({ channel: channelOf(key), message: '0' }),
      holder: { holdCount: 3 },
    },
    {
      title: 'a negative thread id, as reactive callers have',
      key: (unique) => `${unique}:order`,
      write: (key) => [
        ['HINCRBY', key, `${NODE}:-6389213456`, 1],
        ['PEXPIRE', key, 30_000],
      ],
      confidence: 'likely',
      wakes: (key) => ({ channel: channelOf(key), message: '0' }),
      holder: { token: `${NODE}:-6389213456`, process: { host: null, pid: null, instance: NODE } },
    },
    {
      title: 'a lock inside a transaction',
      key: (unique) => `${unique}:transaction_lock`,
      write: (key) => [
        ['HINCRBY', key, `${OWNER}:0fc231521bc67967f3c288a4935288fa`, 1],
        ['PEXPIRE', key, 30_000],
      ],
      confidence: 'likely',
      library: 'Redisson RLock, internal (RTransaction)',
      wakes: (key) => ({ channel: channelOf(key), message: '0' }),
      holder: { holdCount: 1 },
    },
    {
      title: 'the lock of a map entry, with the hash of its key in the name',
      key: (unique) => `{${unique}}:7d793037a0760186574b0w:lock`,
      write: (key) => [
        ['HINCRBY', key, OWNER, 1],
        ['PEXPIRE', key, 30_000],
      ],
      confidence: 'likely',
      library: 'Redisson RLock, internal (entry of an RMap, RSet or RMultimap)',
      wakes: (key) => ({ channel: channelOf(key), message: '0' }),
      holder: { holdCount: 1 },
    },
    {
      title: 'an id of 22 characters that is no hash',
      key: (unique) => `orders:{${unique}}:7d793037a0760186574b0x:lock`,
      write: (key) => [
        ['HINCRBY', key, OWNER, 1],
        ['PEXPIRE', key, 30_000],
      ],
      confidence: 'likely',
      library: 'Redisson RLock',
      wakes: (key) => ({ channel: channelOf(key), message: '0' }),
      holder: { holdCount: 1 },
    },
    {
      title: 'the lock of a sorted set',
      key: (unique) => `redisson_sortedset_lock:{${unique}}`,
      write: (key) => [
        ['HINCRBY', key, OWNER, 1],
        ['PEXPIRE', key, 30_000],
      ],
      confidence: 'likely',
      library: 'Redisson RLock, internal (RSortedSet or RPriorityQueue)',
      wakes: (key) => ({ channel: channelOf(key), message: '0' }),
      holder: { holdCount: 1 },
    },
  ],
  nearMisses: [
    {
      title: 'a read-write lock',
      key: (unique) => `${unique}:rw:lock`,
      write: (key) => [['HSET', key, 'mode', 'read', OWNER, 1]],
      becomes: 'redisson-read-write-lock',
    },
    {
      title: 'a write hold on its own',
      key: (unique) => `${unique}:lock`,
      write: (key) => [['HSET', key, `${OWNER}:write`, 1]],
      becomes: null,
    },
    {
      title: 'a hold count of zero',
      key: (unique) => `${unique}:lock`,
      write: (key) => [['HSET', key, OWNER, 0]],
      becomes: null,
    },
    {
      title: 'a count that is no whole number',
      key: (unique) => `${unique}:lock`,
      write: (key) => [['HSET', key, OWNER, '1.5']],
      becomes: null,
    },
    {
      title: 'two holders in one hash',
      key: (unique) => `${unique}:lock`,
      write: (key) => [['HSET', key, OWNER, 1, `${NODE}:48`, 1]],
      becomes: null,
    },
    {
      title: 'the owner as a string',
      key: (unique) => `${unique}:value`,
      write: (key) => [['SET', key, OWNER, 'PX', 30_000]],
      becomes: null,
    },
    {
      title: 'an unlock latch',
      key: (unique) => `redisson_unlock_latch:{${unique}}:0fc231521bc67967f3c288a4935288fa`,
      write: (key) => [['SET', key, 1, 'PX', 16_000]],
      becomes: null,
    },
    {
      title: 'the counter of a fenced lock',
      key: (unique) => `redisson_lock_token:{${unique}:lock}`,
      write: (key) => [['INCR', key]],
      becomes: null,
    },
    {
      title: 'the time-out key of a reader',
      key: (unique) => `{${unique}:lock}:${OWNER}:rwlock_timeout:1`,
      write: (key) => [['SET', key, 1, 'PX', 30_000]],
      becomes: null,
    },
  ],
};
