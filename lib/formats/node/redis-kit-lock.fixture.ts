import type { Fixture } from '../core/fixture';
import { compareAndDelete } from '../core/fixture-unlocks';

const TOKEN = 'h4fpwx3KWpCRhl4L+cCr1Q';

export const fixture: Fixture = {
  formatId: 'redis-kit-lock',
  unlock: compareAndDelete,
  checkedAgainst: '@redis-kit/lock 0.1.0-3, run; dist/token.js (17 bytes, cut to 22 digits)',
  examples: [
    {
      title: 'a lock with a lock-like name',
      key: (unique) => `${unique}:lock`,
      write: (key) => [['SET', key, TOKEN, 'PX', 20_000]],
      confidence: 'likely',
      holder: { token: TOKEN, tokenUnique: true },
      alternatives: ['hand-written SET NX PX'],
    },
    {
      title: 'a lock under any name',
      key: (unique) => `${unique}:invoice`,
      write: (key) => [['SET', key, 'sw8ONUGheBHl8GkZJe/ZmW', 'PX', 20_000]],
      confidence: 'possible',
      holder: {},
    },
  ],
  nearMisses: [
    {
      title: 'letters and digits only, as redlock-py has too',
      key: (unique) => `${unique}:lock`,
      write: (key) => [['SET', key, 'BO8Kf7cgiTU7ynR3vD8OR4', 'PX', 20_000]],
      becomes: 'random-token',
    },
    {
      title: 'a path of 22 characters',
      key: (unique) => `${unique}:lock`,
      write: (key) => [['SET', key, 'var/lib/app/state/lock', 'PX', 20_000]],
      becomes: 'plain-string',
    },
    {
      title: 'a value that never lapses',
      key: (unique) => `${unique}:invoice`,
      write: (key) => [['SET', key, TOKEN]],
      becomes: null,
    },
  ],
};
