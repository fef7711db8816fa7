import type { Fixture } from '../core/fixture';
import { compareAndDelete } from '../core/fixture-unlocks';

const TOKEN = 'WEB01_4711_8d3c3d4303b04cd889668bbd088f8c58';

export const fixture: Fixture = {
  formatId: 'medallion-write-lock',
  unlock: compareAndDelete,
  checkedAgainst: 'DistributedLock.Redis 2.8, RedisReaderWriterLockPrimitives.cs (read, not run)',
  examples: [
    {
      title: 'a writer',
      key: (unique) => `${unique}.writer`,
      write: (key) => [['SET', key, TOKEN, 'PX', 30_000]],
      confidence: 'certain',
      holder: {
        token: TOKEN,
        tokenUnique: true,
        mode: 'write',
        label: 'WEB01:4711',
        process: { host: 'WEB01', pid: 4711, instance: null },
      },
    },
  ],
  nearMisses: [
    {
      title: 'a writer that waits for readers',
      key: (unique) => `${unique}:lock.writer`,
      write: (key) => [['SET', key, `${TOKEN}_WRITERWAITING`, 'NX', 'PX', 30_000]],
      becomes: null,
    },
    {
      title: 'a mutex',
      key: (unique) => `${unique}:lock`,
      write: (key) => [['SET', key, TOKEN, 'NX', 'PX', 30_000]],
      becomes: 'medallion-lock',
    },
    {
      title: 'the name of a writer',
      key: (unique) => `${unique}.writer`,
      write: (key) => [['SET', key, 'Zoë', 'PX', 30_000]],
      becomes: null,
    },
  ],
};
