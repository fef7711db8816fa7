import type { Fixture } from '../core/fixture';

export const fixture: Fixture = {
  formatId: 'sidekiq-leader',
  unlock: null,
  checkedAgainst:
    'Sidekiq 8.1 (catalogue only) for the identity; the Enterprise code is closed, its lease is not known',
  examples: [
    {
      title: 'the leader',
      key: (unique) => `${unique}:dear-leader`,
      write: (key) => [['SET', key, 'worker-7:4711:0a1b2c3d4e5f', 'NX', 'EX', 20]],
      confidence: 'certain',
      holder: {
        tokenUnique: true,
        label: 'worker-7:4711',
        process: { host: 'worker-7', pid: 4711, instance: '0a1b2c3d4e5f' },
      },
    },
  ],
  nearMisses: [
    {
      title: 'another value under that name',
      key: (unique) => `${unique}:dear-leader`,
      write: (key) => [['SET', key, 'worker-7', 'EX', 20]],
      becomes: 'plain-string',
    },
  ],
};
