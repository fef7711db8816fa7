import type { Fixture } from '../core/fixture';
import { compareAndDelete } from '../core/fixture-unlocks';

const TOKEN = 'execute:8d3c3d43-03b0-4cd8-8966-8bbd088f8c58';

export const fixture: Fixture = {
  formatId: 'medusa-execute',
  unlock: compareAndDelete,
  checkedAgainst:
    '@medusajs/locking-redis 2.21.2, dist/services/redis-lock.js, run with a stand-in for its framework',
  examples: [
    {
      title: 'a call of execute',
      key: (unique) => `medusa_lock:cart_${unique}`,
      write: (key) => [['SET', key, TOKEN, 'NX', 'EX', 60]],
      confidence: 'certain',
      holder: { token: TOKEN, tokenUnique: true, label: null },
    },
    {
      title: 'a call under a namespace of its own',
      key: (unique) => `shop-lock:${unique}`,
      write: (key) => [['SET', key, TOKEN, 'NX', 'EX', 60]],
      confidence: 'likely',
      holder: { token: TOKEN },
    },
  ],
  nearMisses: [
    {
      title: 'an owner of the application',
      key: (unique) => `medusa_lock:${unique}`,
      write: (key) => [['SET', key, 'execute:cart', 'NX', 'EX', 60]],
      becomes: 'medusa-lock',
    },
    {
      title: 'the token under a name that says nothing',
      key: (unique) => `${unique}:step`,
      write: (key) => [['SET', key, TOKEN, 'NX', 'EX', 60]],
      becomes: null,
    },
  ],
};
