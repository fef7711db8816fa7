import type { Fixture } from '../core/fixture';
import { compareAndDelete } from '../core/fixture-unlocks';

const TOKEN = '0b56158e8c2f4ece9c4af925983ab43a';

export const fixture: Fixture = {
  formatId: 'sentry-lock',
  unlock: compareAndDelete,
  checkedAgainst: 'Sentry (2024, read), utils/locking/backends/redis.py',
  examples: [
    {
      title: 'a lock of Sentry',
      key: (unique) => `l:${unique}:cleanup`,
      write: (key) => [['SET', key, TOKEN, 'EX', 30, 'NX']],
      confidence: 'possible',
      holder: { token: TOKEN, process: { host: null, pid: null, instance: TOKEN } },
      alternatives: ['node-redlock'],
    },
  ],
  nearMisses: [
    {
      title: 'such a token for good',
      key: (unique) => `l:${unique}`,
      write: (key) => [['SET', key, TOKEN]],
      becomes: null,
    },
    {
      title: 'a letter inside a name',
      key: (unique) => `al:${unique}:any`,
      write: (key) => [['SET', key, TOKEN, 'EX', 30]],
      becomes: 'random-token',
    },
  ],
};
