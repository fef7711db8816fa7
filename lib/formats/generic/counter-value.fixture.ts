import type { Fixture } from '../core/fixture';
import { countsDown } from '../core/fixture-unlocks';

export const fixture: Fixture = {
  formatId: 'counter-value',
  unlock: countsDown,
  checkedAgainst: 'the INCR recipe; dramatiq ConcurrentRateLimiter as in the catalogue (not run)',
  examples: [
    {
      title: 'a count with a TTL',
      key: (unique) => `${unique}:lock`,
      write: (key) => [['SET', key, 17, 'PX', 900_000]],
      confidence: 'possible',
      holder: { token: '17' },
      also: { permits: { available: null, held: 17, expired: null } },
      alternatives: ['dramatiq', 'a number that means something else'],
      staysAfterRelease: true,
    },
    {
      title: 'the last holder gone, whose TTL stays, as dramatiq leaves it',
      key: (unique) => `${unique}-mutex`,
      write: (key) => [
        ['SET', key, 1, 'PX', 900_000],
        ['DECR', key],
      ],
      confidence: 'possible',
      holder: null,
      also: { permits: { available: null, held: 0, expired: null } },
    },
  ],
  nearMisses: [
    {
      title: 'a number without TTL, which is a setting',
      key: (unique) => `import-lock:${unique}`,
      write: (key) => [['SET', key, 3]],
      becomes: null,
    },
    {
      title: 'a count of one, which is plain SETNX as well',
      key: (unique) => `${unique}:lock`,
      write: (key) => [['SET', key, 1, 'PX', 900_000]],
      becomes: 'constant-value',
    },
    {
      title: 'a count that went below zero',
      key: (unique) => `${unique}:lock`,
      write: (key) => [['SET', key, -2]],
      becomes: null,
    },
    {
      title: 'a count under any name',
      key: (unique) => `${unique}:visits`,
      write: (key) => [['SET', key, 17, 'PX', 900_000]],
      becomes: null,
    },
    {
      title: 'a rate limit',
      key: (unique) => `rate-limit:${unique}`,
      write: (key) => [['SET', key, 17, 'PX', 900_000]],
      becomes: null,
    },
  ],
};
