import type { Fixture } from '../core/fixture';
import { countsUp } from '../core/fixture-unlocks';

export const fixture: Fixture = {
  formatId: 'redisson-semaphore',
  unlock: countsUp,
  checkedAgainst: 'Redisson 4.7.0 and 3.27.2 in a JVM, and 4.7.1-SNAPSHOT, RedissonSemaphore.java',
  examples: [
    {
      title: 'a semaphore by its name',
      key: (unique) => `${unique}:uploadSemaphore`,
      write: (key) => [['SET', key, 5]],
      confidence: 'possible',
      holder: null,
      also: { permits: { available: 5, held: null, expired: null } },
      alternatives: ['Redisson RPermitExpirableSemaphore', 'a flag or a counter'],
    },
    {
      title: 'a semaphore that was overdrawn by addPermits',
      key: (unique) => `semaphore:${unique}`,
      write: (key) => [['SET', key, -2]],
      confidence: 'possible',
      holder: null,
      also: { permits: { available: -2, held: null, expired: null } },
    },
    {
      title: 'a semaphore by its waiters, whatever its name',
      key: (unique) => `${unique}:slots`,
      heard: ['redisson-semaphore'],
      write: (key) => [['SET', key, 0, 'PX', 600_000]],
      confidence: 'likely',
      holder: null,
      also: { permits: { available: 0, held: null, expired: null } },
    },
  ],
  nearMisses: [
    {
      title: 'a counter of any other name',
      key: (unique) => `${unique}:visits`,
      write: (key) => [['SET', key, 5]],
      becomes: null,
    },
    {
      title: 'a flag that lapses, which is how a semaphore of one is written by hand',
      key: (unique) => `${unique}:semaphore`,
      write: (key) => [['SET', key, 1, 'PX', 30_000]],
      becomes: 'constant-value',
    },
    {
      title: 'the permits of a local cached map that is being cleared',
      key: (unique) => `{${unique}}:0fc231521bc67967f3c288a4935288fa:semaphore`,
      write: (key) => [['SET', key, 2]],
      becomes: null,
    },
    {
      title: 'the free capacity of a bounded queue',
      key: (unique) => `redisson_bqs:{${unique}:semaphore}`,
      write: (key) => [['SET', key, 100]],
      becomes: null,
    },
    {
      title: 'text',
      key: (unique) => `${unique}:semaphore`,
      write: (key) => [['SET', key, 'red']],
      becomes: 'plain-string',
    },
  ],
};
