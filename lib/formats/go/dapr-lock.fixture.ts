import type { Fixture } from '../core/fixture';
import { compareAndDelete } from '../core/fixture-unlocks';

export const fixture: Fixture = {
  formatId: 'dapr-lock',
  unlock: compareAndDelete,
  checkedAgainst: 'dapr/components-contrib, lock/redis (catalogue)',
  examples: [
    {
      title: 'an owner that the app named',
      key: (unique) => `lock||orders||${unique}`,
      write: (key) => [['SET', key, 'worker-3', 'NX', 'EX', 60]],
      confidence: 'likely',
      holder: { token: 'worker-3', tokenUnique: false, label: 'worker-3' },
    },
    {
      title: 'an owner drawn by lot',
      key: (unique) => `lock||orders||${unique}`,
      write: (key) => [['SET', key, '8d3c3d43-03b0-4cd8-8966-8bbd088f8c58', 'NX', 'EX', 60]],
      confidence: 'likely',
      holder: { tokenUnique: true },
    },
  ],
  nearMisses: [
    {
      title: 'a lock that never lapses',
      key: (unique) => `lock||orders||${unique}`,
      write: (key) => [['SET', key, 'worker-3']],
      becomes: 'plain-string',
    },
    {
      title: 'state of Dapr that is no lock',
      key: (unique) => `orders||${unique}`,
      write: (key) => [['SET', key, 'worker-3', 'EX', 60]],
      becomes: null,
    },
  ],
};
