import type { Fixture } from '../core/fixture';
import { compareAndDelete } from '../core/fixture-unlocks';

const PERMIT = '8843d7f92416211de9ebb963ff4ce281';

export const fixture: Fixture = {
  formatId: 'redlock4j-permit',
  unlock: compareAndDelete,
  checkedAgainst: 'redlock4j 1.x, RedlockSemaphore.java (source)',
  examples: [
    {
      title: 'a permit',
      key: (unique) => `${unique}:api-limiter:permit:${PERMIT}`,
      write: (key) => [['SET', key, PERMIT, 'NX', 'PX', 30_000]],
      confidence: 'certain',
      holder: { token: PERMIT, tokenUnique: true },
    },
  ],
  nearMisses: [
    {
      title: 'a name that ends in another value',
      key: (unique) => `${unique}:permit:${PERMIT.slice(0, -1)}0`,
      write: (key) => [['SET', key, PERMIT, 'PX', 30_000]],
      becomes: 'node-redlock',
    },
    {
      title: 'a permit of something else, with a value of its own',
      key: (unique) => `parking:permit:${unique}`,
      write: (key) => [['SET', key, 'granted', 'PX', 30_000]],
      becomes: null,
    },
  ],
};
