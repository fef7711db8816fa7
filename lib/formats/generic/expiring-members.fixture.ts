import type { Fixture } from '../core/fixture';

export const fixture: Fixture = {
  formatId: 'expiring-members',
  unlock: null,
  checkedAgainst: 'the recipe of a sorted set with deadlines of its own',
  examples: [
    {
      title: 'a semaphore by hand, with one whose lease ended',
      key: (unique) => `${unique}:semaphore`,
      write: (key, nowMs) => [
        ['ZADD', key, nowMs - 5_000, 'worker-1', nowMs + 30_000, 'worker-2', nowMs + 60_000, 'worker-3'],
      ],
      confidence: 'possible',
      holder: { token: 'worker-2' },
      holders: 2,
      also: { permits: { available: null, held: 2, expired: 1 } },
      alternatives: ['a schedule or a delayed queue'],
      successor: (key, nowMs) => [['ZADD', key, nowMs + 30_000, 'worker-4']],
    },
  ],
  nearMisses: [
    {
      title: 'the same under a name that does not say lock',
      key: (unique) => `${unique}:due`,
      write: (key, nowMs) => [['ZADD', key, nowMs + 30_000, 'worker-2']],
      becomes: null,
    },
    {
      title: 'all of them ended',
      key: (unique) => `${unique}:semaphore`,
      write: (key, nowMs) => [['ZADD', key, nowMs - 30_000, 'worker-2']],
      becomes: null,
    },
    {
      title: 'ranks',
      key: (unique) => `${unique}:locks`,
      write: (key) => [['ZADD', key, 17, 'worker-2']],
      becomes: null,
    },
    {
      title: 'a queue of waiters',
      key: (unique) => `rql:lock_queue:${unique}`,
      write: (key, nowMs) => [['ZADD', key, nowMs + 30_000, 'worker-2']],
      becomes: null,
    },
  ],
};
