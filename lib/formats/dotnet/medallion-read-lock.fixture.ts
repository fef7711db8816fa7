import type { Fixture } from '../core/fixture';
import type { Command } from '../core/fixture-unlocks';
import { removeFromSet } from '../core/fixture-unlocks';

const FIRST = 'WEB01_4711_8d3c3d4303b04cd889668bbd088f8c58';
const SECOND = 'WEB02_12_0fc231521bc64796b3c288a4935288fa';

function read(key: string, ...readers: string[]): Command[] {
  return [
    ['SADD', key, ...readers],
    ['PEXPIRE', key, 30_000],
  ];
}

const successor = (key: string) => read(key, 'WEB03_9_5fc231521bc64796b3c288a4935288fb');

export const fixture: Fixture = {
  formatId: 'medallion-read-lock',
  unlock: removeFromSet,
  checkedAgainst: 'DistributedLock.Redis 2.8, RedisReaderWriterLockPrimitives.cs (read, not run)',
  examples: [
    {
      title: 'a reader',
      key: (unique) => `${unique}.readers`,
      write: (key) => read(key, FIRST),
      confidence: 'certain',
      holder: {
        token: FIRST,
        tokenUnique: true,
        mode: 'read',
        label: 'WEB01:4711',
        process: { host: 'WEB01', pid: 4711, instance: null },
      },
      also: { queue: { live: 0, ghosts: 0 } },
      successor,
    },
    {
      title: 'two readers and a writer that waits',
      key: (unique) => `${unique}:lock.readers`,
      write: (key) => [
        ...read(key, FIRST, SECOND),
        ['SET', key.replace('.readers', '.writer'), `${SECOND}_WRITERWAITING`, 'NX', 'PX', 30_000],
      ],
      confidence: 'certain',
      holder: { mode: 'read' },
      holders: 2,
      also: { queue: { live: 1, ghosts: 0 } },
      staysAfterRelease: true,
      successor,
    },
  ],
  nearMisses: [
    {
      title: 'a set of names of readers',
      key: (unique) => `${unique}.readers`,
      write: (key) => read(key, 'zoë', 'max'),
      becomes: null,
    },
    {
      title: 'a set in which one member is no lock id',
      key: (unique) => `${unique}:lock.readers`,
      write: (key) => read(key, FIRST, 'max'),
      becomes: null,
    },
    {
      title: 'lock ids under another name',
      key: (unique) => `${unique}:seen`,
      write: (key) => read(key, FIRST),
      becomes: null,
    },
    {
      title: 'a set without TTL, which it never leaves',
      key: (unique) => `${unique}.readers`,
      write: (key) => [['SADD', key, FIRST]],
      becomes: null,
    },
  ],
};
