import type { Fixture } from '../core/fixture';
import { countsDown } from '../core/fixture-unlocks';

const POOL = '97c84119d13cb54119a38743';
const OTHER = '11c84119d13cb54119a38743';

export const fixture: Fixture = {
  formatId: 'gocraft-work',
  unlock: countsDown,
  checkedAgainst: 'gocraft/work 0.5, redis.go, dead_pool_reaper.go (source)',
  examples: [
    {
      title: 'two pools with three jobs of four',
      key: (unique) => `${unique}:jobs:export:lock`,
      write: (key) => [
        ['SET', key, 3],
        ['HSET', `${key}_info`, POOL, 2, OTHER, 1],
        ['SET', key.replace(/lock$/, 'max_concurrency'), 4],
      ],
      confidence: 'certain',
      holder: { token: POOL, holdCount: 2, process: { host: null, pid: null, instance: POOL } },
      holders: 2,
      also: { permits: { available: 1, held: 3, expired: null } },
      staysAfterRelease: true,
      releaseTouches: (key) => [`${key}_info`],
      successor: (key) => [
        ['SET', key, 1],
        ['DEL', `${key}_info`],
        ['HSET', `${key}_info`, OTHER, 1],
      ],
    },
    {
      title: 'a counter that nobody has',
      key: (unique) => `${unique}:jobs:export:lock`,
      write: (key) => [['SET', key, 0]],
      confidence: 'possible',
      holder: null,
      also: { permits: { available: null, held: 0, expired: null } },
    },
  ],
  nearMisses: [
    {
      title: 'a token under such a name',
      key: (unique) => `${unique}:jobs:export:lock`,
      write: (key) => [['SET', key, 'mine', 'PX', 5_000]],
      becomes: 'plain-string',
    },
    {
      title: 'a flag under another name',
      key: (unique) => `${unique}:export:lock`,
      write: (key) => [['SET', key, 1]],
      becomes: 'constant-value',
    },
  ],
};
