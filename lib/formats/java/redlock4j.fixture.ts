import type { Fixture } from '../core/fixture';
import { compareAndDelete } from '../core/fixture-unlocks';

const TOKEN = '8843d7f92416211de9ebb963ff4ce28125932878';
const PLACE = '1143d7f92416211de9ebb963ff4ce28125932878';
const WAITER = '2243d7f92416211de9ebb963ff4ce28125932878';

export const fixture: Fixture = {
  formatId: 'redlock4j',
  unlock: compareAndDelete,
  checkedAgainst: 'redlock4j 1.x, Redlock.java, FairLock.java (source)',
  examples: [
    {
      title: 'a lock',
      key: (unique) => `${unique}:lock`,
      write: (key) => [['SET', key, TOKEN, 'NX', 'PX', 30_000]],
      confidence: 'likely',
      holder: { token: TOKEN, tokenUnique: true },
      alternatives: ['hand-written SET NX PX'],
    },
    {
      title: 'a fair lock with one that waits',
      key: (unique) => `${unique}:lock`,
      write: (key, nowMs) => [
        ['SET', key, TOKEN, 'NX', 'PX', 30_000],
        ['ZADD', `${key}:queue`, nowMs - 9, PLACE, nowMs, WAITER],
      ],
      confidence: 'likely',
      holder: { token: TOKEN },
      also: { queue: { live: 1, ghosts: 0 } },
    },
  ],
  nearMisses: [
    {
      title: 'a sum under any name',
      key: (unique) => `${unique}:file`,
      write: (key) => [['SET', key, TOKEN, 'PX', 30_000]],
      becomes: null,
    },
    {
      title: 'a value that never lapses',
      key: (unique) => `${unique}:lock`,
      write: (key) => [['SET', key, TOKEN]],
      becomes: 'random-token',
    },
  ],
};
