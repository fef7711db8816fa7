import type { Fixture } from '../core/fixture';
import { compareAndDelete } from '../core/fixture-unlocks';

export const fixture: Fixture = {
  formatId: 'medusa-lock',
  unlock: compareAndDelete,
  checkedAgainst:
    '@medusajs/locking-redis 2.21.2, dist/services/redis-lock.js, run with a stand-in for its framework',
  examples: [
    {
      title: 'an owner of the application',
      key: (unique) => `medusa_lock:${unique}`,
      write: (key) => [['SET', key, 'import-worker', 'NX', 'EX', 60]],
      confidence: 'likely',
      holder: { token: 'import-worker', tokenUnique: true, label: 'import-worker' },
    },
    {
      title: 'no owner and no TTL',
      key: (unique) => `shop:medusa_lock:${unique}`,
      write: (key) => [['SET', key, '*', 'NX']],
      confidence: 'likely',
      holder: { token: '*', tokenUnique: false, label: null },
    },
    {
      title: 'no owner',
      key: (unique) => `medusa_lock:${unique}`,
      write: (key) => [['SET', key, '*', 'NX', 'EX', 60]],
      confidence: 'likely',
      holder: { token: '*', tokenUnique: false },
    },
  ],
  nearMisses: [
    {
      title: 'a call of execute',
      key: (unique) => `medusa_lock:${unique}`,
      write: (key) => [['SET', key, 'execute:8d3c3d43-03b0-4cd8-8966-8bbd088f8c58', 'NX', 'EX', 60]],
      becomes: 'medusa-execute',
    },
    {
      title: 'an asterisk under another name',
      key: (unique) => `${unique}:pattern`,
      write: (key) => [['SET', key, '*', 'EX', 60]],
      becomes: null,
    },
  ],
};
