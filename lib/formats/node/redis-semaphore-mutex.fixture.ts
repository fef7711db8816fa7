import type { Fixture } from '../core/fixture';
import { compareAndDelete } from '../core/fixture-unlocks';

const UUID = '8d3c3d43-03b0-4cd8-8966-8bbd088f8c58';

export const fixture: Fixture = {
  formatId: 'redis-semaphore-mutex',
  unlock: compareAndDelete,
  checkedAgainst: 'redis-semaphore 5.8.0, run by real-node-locks.test.ts; lib/Lock.js, lib/mutex',
  examples: [
    {
      title: 'a Mutex',
      key: (unique) => `mutex:${unique}`,
      write: (key) => [['SET', key, UUID, 'PX', 10_000, 'NX']],
      confidence: 'likely',
      holder: { token: UUID, tokenUnique: true, label: null },
      alternatives: ['hand-written SET NX PX'],
    },
    {
      title: 'a Mutex whose identifier has a suffix, with a key prefix',
      key: (unique) => `app:mutex:${unique}`,
      write: (key) => [['SET', key, `${UUID}-billing api`, 'PX', 10_000, 'NX']],
      confidence: 'likely',
      holder: { token: `${UUID}-billing api`, label: 'billing api' },
    },
  ],
  nearMisses: [
    {
      title: 'a UUID under another name',
      key: (unique) => `${unique}:mutex`,
      write: (key) => [['SET', key, UUID, 'PX', 10_000, 'NX']],
      becomes: 'random-token',
    },
    {
      title: 'a UUID that never lapses',
      key: (unique) => `mutex:${unique}`,
      write: (key) => [['SET', key, UUID]],
      becomes: 'random-token',
    },
    {
      title: 'an identifier of the application',
      key: (unique) => `mutex:${unique}`,
      write: (key) => [['SET', key, 'worker seven', 'PX', 10_000, 'NX']],
      becomes: 'plain-string',
    },
  ],
};
