import type { Fixture } from '../core/fixture';
import { countsDown } from '../core/fixture-unlocks';

export const fixture: Fixture = {
  formatId: 'redisson-latch',
  unlock: countsDown,
  checkedAgainst: 'Redisson 4.7.0 and 3.27.2 in a JVM, and 4.7.1-SNAPSHOT, RedissonCountDownLatch.java',
  examples: [
    {
      title: 'a latch by its name',
      key: (unique) => `${unique}:startCountDownLatch`,
      write: (key) => [['SET', key, 3]],
      confidence: 'possible',
      holder: null,
      also: { permits: { available: 3, held: null, expired: null } },
      alternatives: ['a flag or a counter'],
    },
    {
      title: 'a latch by its waiters, whatever its name',
      key: (unique) => `start:{${unique}}`,
      heard: ['redisson-latch'],
      write: (key) => [['SET', key, 1]],
      confidence: 'likely',
      holder: null,
      also: { permits: { available: 1, held: null, expired: null } },
    },
  ],
  nearMisses: [
    {
      title: 'a count of zero, which Redisson deletes',
      key: (unique) => `${unique}:count-down-latch`,
      write: (key) => [['SET', key, 0]],
      becomes: null,
    },
    {
      title: 'a semaphore by its name',
      key: (unique) => `${unique}:semaphore`,
      write: (key) => [['SET', key, 3]],
      becomes: 'redisson-semaphore',
    },
    {
      title: 'any other counter',
      key: (unique) => `${unique}:latch`,
      write: (key) => [['SET', key, 3]],
      becomes: null,
    },
  ],
};
