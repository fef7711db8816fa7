import { channelOf, fenceOf } from '../../domain/keys/redisson-names';
import type { Fixture } from '../core/fixture';
import { removeField } from '../core/fixture-unlocks';

const OWNER = '8d3c3d43-03b0-4cd8-8966-8bbd088f8c58:47';

export const fixture: Fixture = {
  formatId: 'redisson-fenced-lock',
  unlock: removeField,
  checkedAgainst: 'Redisson 4.7.0 and 3.27.2 in a JVM, and 4.7.1-SNAPSHOT, RedissonFencedLock.java',
  examples: [
    {
      title: 'a fenced lock',
      key: (unique) => `${unique}:ledger`,
      write: (key) => [
        ['INCR', fenceOf(key)],
        ['HINCRBY', key, OWNER, 1],
        ['PEXPIRE', key, 30_000],
      ],
      confidence: 'likely',
      wakes: (key) => ({ channel: channelOf(key), message: '0' }),
      holder: { token: OWNER, tokenUnique: true, holdCount: 1 },
      also: { fencingToken: '1' },
      alternatives: ['Lockscope fenced lock'],
    },
    {
      title: 'a fenced lock with a hash tag and a token that no number carries',
      key: (unique) => `ledger:{${unique}}:7`,
      write: (key) => [
        ['SET', fenceOf(key), '9007199254740993'],
        ['HINCRBY', key, OWNER, 2],
        ['PEXPIRE', key, 30_000],
      ],
      confidence: 'likely',
      wakes: (key) => ({ channel: channelOf(key), message: '0' }),
      holder: { holdCount: 2 },
      also: { fencingToken: '9007199254740993' },
    },
  ],
  nearMisses: [
    {
      title: 'an RLock with something else under the name of a counter',
      key: (unique) => `${unique}:ledger`,
      write: (key) => [
        ['SET', fenceOf(key), 'none'],
        ['HINCRBY', key, OWNER, 1],
        ['PEXPIRE', key, 30_000],
      ],
      becomes: 'redisson-lock',
    },
    {
      title: 'the counter of a fenced lock',
      key: (unique) => fenceOf(`${unique}:lock`),
      write: (key) => [['INCR', key]],
      becomes: null,
    },
  ],
};
