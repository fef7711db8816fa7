import { channelOf, fairChannelOf, fairDeadlinesOf, fairQueueOf } from '../../domain/keys/redisson-names';
import type { Fixture } from '../core/fixture';
import type { Command } from '../core/fixture-unlocks';
import { removeField } from '../core/fixture-unlocks';

const NODE = '8d3c3d43-03b0-4cd8-8966-8bbd088f8c58';
const OWNER = `${NODE}:47`;
const WAITER = '2f4d37a1-9a39-4a9e-8a39-1d6f2f0f5a11:48';
const GHOST = '6f1f0c8e-6d0c-4c43-9c0e-7f4a1f3c9b02:12';

const held = (key: string): Command[] => [
  ['HSET', key, OWNER, 1],
  ['PEXPIRE', key, 30_000],
];
const queued = (key: string, owner: string, deadlineMs: number): Command[] => [
  ['ZADD', fairDeadlinesOf(key), deadlineMs, owner],
  ['RPUSH', fairQueueOf(key), owner],
];

export const fixture: Fixture = {
  formatId: 'redisson-fair-lock',
  unlock: removeField,
  checkedAgainst: 'Redisson 4.7.0 and 3.27.2 in a JVM, and 4.7.1-SNAPSHOT, RedissonFairLock.java',
  examples: [
    {
      title: 'a fair lock that one waits for',
      key: (unique) => `${unique}:fair`,
      write: (key, nowMs) => [...held(key), ...queued(key, WAITER, nowMs + 330_000)],
      confidence: 'likely',
      wakes: (key) => ({ channel: fairChannelOf(key, WAITER), message: '0' }),
      holder: { token: OWNER, tokenUnique: true, holdCount: 1, mode: 'exclusive' },
      also: { queue: { live: 1, ghosts: 0 } },
      alternatives: ['Lockscope fair lock'],
    },
    {
      title: 'a fair lock whose first waiter died, with a hash tag in its name',
      key: (unique) => `fair:{${unique}}`,
      write: (key, nowMs) => [
        ...held(key),
        ...queued(key, GHOST, nowMs - 1_000),
        ...queued(key, WAITER, nowMs + 330_000),
        ...queued(key, `${NODE}:49`, nowMs + 630_000),
      ],
      confidence: 'likely',
      wakes: (key) => ({ channel: fairChannelOf(key, WAITER), message: '0' }),
      releaseTouches: (key) => [fairQueueOf(key), fairDeadlinesOf(key)],
      holder: { token: OWNER },
      also: { queue: { live: 2, ghosts: 1 } },
    },
    {
      title: 'a fair lock that only the dead wait for, re-entered',
      key: (unique) => `${unique}:fair`,
      write: (key, nowMs) => [
        ['HSET', key, OWNER, 2],
        ['PEXPIRE', key, 30_000],
        ...queued(key, GHOST, nowMs - 1_000),
      ],
      confidence: 'likely',
      wakes: (key) => ({ channel: channelOf(key), message: '0' }),
      releaseTouches: (key) => [fairQueueOf(key), fairDeadlinesOf(key)],
      holder: { token: OWNER, holdCount: 2 },
      also: { queue: { live: 0, ghosts: 1 } },
    },
    {
      title: 'a fair lock whose first waiter has no deadline, which is never dropped',
      key: (unique) => `${unique}:fair`,
      write: (key) => [...held(key), ['RPUSH', fairQueueOf(key), WAITER]],
      confidence: 'likely',
      wakes: (key) => ({ channel: fairChannelOf(key, WAITER), message: '0' }),
      holder: { token: OWNER },
      also: { queue: { live: 1, ghosts: 0 } },
    },
    {
      title: 'a fair lock that is free and that two wait for',
      key: (unique) => `${unique}:fair`,
      write: (key, nowMs) => [
        ...queued(key, WAITER, nowMs + 330_000),
        ...queued(key, `${NODE}:49`, nowMs + 630_000),
      ],
      confidence: 'likely',
      holder: null,
      also: { queue: { live: 2, ghosts: 0 } },
      alternatives: ['Lockscope fair lock'],
    },
    {
      title: 'a fair lock that is free and that only the dead wait for, with a hash tag in its name',
      key: (unique) => `fair:{${unique}}`,
      write: (key, nowMs) => queued(key, GHOST, nowMs - 1_000),
      confidence: 'likely',
      holder: null,
      also: { queue: { live: 0, ghosts: 1 } },
    },
    {
      title: 'a free non-reentrant fair lock, whose first waiter has no deadline',
      key: (unique) => `${unique}:fair`,
      write: (key) => [['RPUSH', fairQueueOf(key), `${WAITER}:0123456789abcdef0123456789abcdef`]],
      confidence: 'likely',
      holder: null,
      also: { queue: { live: 1, ghosts: 0 } },
    },
  ],
  nearMisses: [
    {
      title: 'nothing at all',
      key: (unique) => `${unique}:fair`,
      write: () => [],
      becomes: null,
    },
    {
      title: 'deadlines without a queue',
      key: (unique) => `${unique}:fair`,
      write: (key, nowMs) => [['ZADD', fairDeadlinesOf(key), nowMs + 330_000, WAITER]],
      becomes: null,
    },
    {
      title: 'a queue of something else under the name',
      key: (unique) => `${unique}:fair`,
      write: (key) => [['RPUSH', fairQueueOf(key), WAITER, 'job 7']],
      becomes: null,
    },
    {
      title: 'the queue of a free lock whose name has no braces',
      key: (unique) => `{${unique}}`,
      write: (key, nowMs) => queued(key, WAITER, nowMs + 330_000),
      becomes: null,
    },
    {
      title: 'a fair lock that nobody waits for',
      key: (unique) => `${unique}:fair`,
      write: held,
      becomes: 'redisson-lock',
    },
    {
      title: 'a queue beside a hash that is no lock',
      key: (unique) => `${unique}:fair:lock`,
      write: (key, nowMs) => [['HSET', key, 'state', 'open'], ...queued(key, WAITER, nowMs + 330_000)],
      becomes: null,
    },
    {
      title: 'the queue of a lock that is free',
      key: (unique) => fairQueueOf(`${unique}:lock`),
      write: (key) => [['RPUSH', key, WAITER]],
      becomes: null,
    },
    {
      title: 'deadlines of waiters',
      key: (unique) => fairDeadlinesOf(`${unique}:lock`),
      write: (key, nowMs) => [['ZADD', key, nowMs, WAITER]],
      becomes: null,
    },
  ],
};
