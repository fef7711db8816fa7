import { channelOf } from '../../domain/keys/redisson-names';
import type { Fixture } from '../core/fixture';
import type { Command } from '../core/fixture-unlocks';
import { removeField } from '../core/fixture-unlocks';

const NODE = '8d3c3d43-03b0-4cd8-8966-8bbd088f8c58';
const OWNER = `${NODE}:47`;
const OTHER = '2f4d37a1-9a39-4a9e-8a39-1d6f2f0f5a11:48';
const [FIRST, SECOND, THIRD] = [
  'Xb6tCvU0dcwWz+s1FhJkAA',
  'qMoLRU6eUy0FJ9o/Rm9Q2w',
  '1B2M2Y8AsgTpgAmY7PhCfg',
] as const;

const held = (key: string, value: string, owner: string, deadlineMs: number, count = 1): Command[] => [
  ['HSET', key, value, owner],
  ['HSET', key, `${value}:${owner}:expire_time`, deadlineMs],
  ['HINCRBY', key, `${value}:${owner}:lock_count`, count],
];

export const fixture: Fixture = {
  formatId: 'redisson-group-lock',
  unlock: removeField,
  checkedAgainst: 'Redisson 4.7.0 in a JVM, and 4.7.1-SNAPSHOT, RedissonFasterMultiLock.java',
  examples: [
    {
      title: 'a group with one value locked',
      key: (unique) => `${unique}:accounts`,
      write: (key, nowMs) => [...held(key, FIRST, OWNER, nowMs + 30_000), ['PEXPIRE', key, 30_000]],
      confidence: 'likely',
      wakes: (key) => ({ channel: channelOf(key), message: '0' }),
      holder: {
        token: `${FIRST}:${OWNER}`,
        tokenUnique: true,
        holdCount: 1,
        process: { host: null, pid: null, instance: NODE },
      },
    },
    {
      title: 'a group with values of two owners and one that expired',
      key: (unique) => `accounts:{${unique}}`,
      write: (key, nowMs) => [
        ...held(key, FIRST, OWNER, nowMs + 20_000, 2),
        ...held(key, SECOND, OTHER, nowMs + 30_000),
        ...held(key, THIRD, OTHER, nowMs - 1_000),
        ['PEXPIRE', key, 30_000],
      ],
      confidence: 'likely',
      holders: 2,
      staysAfterRelease: true,
      wakes: (key) => ({ channel: channelOf(key), message: '0' }),
      holder: { token: `${FIRST}:${OWNER}`, holdCount: 2 },
    },
  ],
  nearMisses: [
    {
      title: 'a value without its deadline',
      key: (unique) => `${unique}:lock`,
      write: (key) => [['HSET', key, FIRST, OWNER, `${FIRST}:${OWNER}:lock_count`, 1, 'a', 'b']],
      becomes: null,
    },
    {
      title: 'an RLock',
      key: (unique) => `${unique}:lock`,
      write: (key) => [['HSET', key, OWNER, 1]],
      becomes: 'redisson-lock',
    },
    {
      title: 'other fields beside a value',
      key: (unique) => `${unique}:lock`,
      write: (key, nowMs) => [
        ...held(key, FIRST, OWNER, nowMs + 30_000),
        ['HSET', key, 'a', 1, 'b', 2, 'c', 3],
      ],
      becomes: null,
    },
  ],
};
