import { readTimeoutPrefixOf, rwChannelOf } from '../../domain/keys/redisson-names';
import type { Fixture } from '../core/fixture';
import type { Command } from '../core/fixture-unlocks';
import { removeField } from '../core/fixture-unlocks';

const NODE = '8d3c3d43-03b0-4cd8-8966-8bbd088f8c58';
const READER = `${NODE}:47`;
const OTHER = '2f4d37a1-9a39-4a9e-8a39-1d6f2f0f5a11:48';
const WRITER = `${READER}:write`;

const reads = (key: string, owner: string, count: number, leaseMs = 30_000): Command[] => [
  ['HSET', key, 'mode', 'read'],
  ['HINCRBY', key, owner, count],
  ...Array.from(
    { length: count },
    (_, i): Command => ['SET', `${readTimeoutPrefixOf(key, owner)}:${i + 1}`, 1, 'PX', leaseMs - i * 5_000],
  ),
  ['PEXPIRE', key, leaseMs],
];
const holdKeys = (key: string, owner: string, count: number) =>
  Array.from({ length: count }, (_, i) => `${readTimeoutPrefixOf(key, owner)}:${i + 1}`);
const written: Fixture['examples'][0]['successor'] = (key) => [
  ['HSET', key, 'mode', 'write', '11111111-03b0-4cd8-8966-8bbd088f8c58:1:write', 1],
  ['PEXPIRE', key, 30_000],
];

export const fixture: Fixture = {
  formatId: 'redisson-read-write-lock',
  unlock: removeField,
  checkedAgainst:
    'Redisson 4.7.0 and 3.27.2 in a JVM, and 4.7.1-SNAPSHOT, RedissonReadLock.java, RedissonWriteLock.java',
  examples: [
    {
      title: 'a read lock of one reader',
      key: (unique) => `${unique}:catalogue`,
      write: (key) => reads(key, READER, 1),
      confidence: 'likely',
      wakes: (key) => ({ channel: rwChannelOf(key), message: '0' }),
      releaseTouches: (key) => holdKeys(key, READER, 1),
      successor: written,
      holder: {
        token: READER,
        tokenUnique: true,
        mode: 'read',
        holdCount: 1,
        process: { host: null, pid: null, instance: NODE },
      },
      alternatives: ['Lockscope read-write lock'],
    },
    {
      title: 'a read lock of two readers, one of which entered twice, with a hash tag in its name',
      key: (unique) => `catalogue:{${unique}}`,
      write: (key) => [...reads(key, READER, 2), ...reads(key, OTHER, 1)],
      confidence: 'likely',
      holders: 2,
      staysAfterRelease: true,
      releaseTouches: (key) => holdKeys(key, READER, 2),
      successor: written,
      holder: { token: READER, mode: 'read', holdCount: 2 },
    },
    {
      title: 'a write lock',
      key: (unique) => `${unique}:catalogue`,
      write: (key) => [
        ['HSET', key, 'mode', 'write', WRITER, 1],
        ['PEXPIRE', key, 30_000],
      ],
      confidence: 'likely',
      wakes: (key) => ({ channel: rwChannelOf(key), message: '1' }),
      successor: written,
      holder: {
        token: WRITER,
        mode: 'write',
        holdCount: 1,
        process: { host: null, pid: null, instance: NODE },
      },
    },
    {
      title: 'a writer that reads as well, within a transaction',
      key: (unique) => `${unique}:catalogue`,
      write: (key) => [
        ...reads(key, `${READER}:0fc231521bc67967f3c288a4935288fa`, 1),
        ['HSET', key, 'mode', 'write', `${WRITER}:0fc231521bc67967f3c288a4935288fa`, 1],
      ],
      confidence: 'likely',
      holders: 2,
      wakes: (key) => ({ channel: rwChannelOf(key), message: '1' }),
      successor: written,
      holder: { token: `${WRITER}:0fc231521bc67967f3c288a4935288fa`, mode: 'write' },
    },
  ],
  nearMisses: [
    {
      title: 'an RLock',
      key: (unique) => `${unique}:lock`,
      write: (key) => [['HSET', key, READER, 1]],
      becomes: 'redisson-lock',
    },
    {
      title: 'settings with a mode',
      key: (unique) => `${unique}:lock`,
      write: (key) => [['HSET', key, 'mode', 'read', 'depth', 3]],
      becomes: null,
    },
    {
      title: 'a mode that nobody holds',
      key: (unique) => `${unique}:lock`,
      write: (key) => [['HSET', key, 'mode', 'read']],
      becomes: null,
    },
    {
      title: 'two readers without a mode',
      key: (unique) => `${unique}:lock`,
      write: (key) => [['HSET', key, READER, 1, OTHER, 1]],
      becomes: null,
    },
    {
      title: 'a writer in a lock that is read',
      key: (unique) => `${unique}:lock`,
      write: (key) => [['HSET', key, 'mode', 'read', WRITER, 1]],
      becomes: null,
    },
    {
      title: 'the key of a read hold',
      key: (unique) => `${readTimeoutPrefixOf(`${unique}:lock`, READER)}:1`,
      write: (key) => [['SET', key, 1, 'PX', 30_000]],
      becomes: null,
    },
  ],
};
