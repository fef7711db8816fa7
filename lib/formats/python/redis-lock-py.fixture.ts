import type { Fixture } from '../core/fixture';
import { compareAndDelete } from '../core/fixture-unlocks';

const TOKEN = '0b56158e8c2f4ece9c4af925983ab43a';

export const fixture: Fixture = {
  formatId: 'redis-lock-py',
  unlock: compareAndDelete,
  checkedAgainst: 'redis-lock-py 1.0.0 (run), lock.py, base.py',
  examples: [
    {
      title: 'a lock whose channel somebody listens on',
      key: (unique) => `${unique}:report`,
      write: (key) => [['SET', key, TOKEN, 'NX', 'EX', 30]],
      heard: ['redis-lock-py'],
      confidence: 'likely',
      holder: { token: TOKEN, tokenUnique: true },
      wakes: (key) => ({ channel: `rlock-channel:${key}`, message: 'ok' }),
    },
    {
      title: 'the same without TTL, as by default',
      key: (unique) => `${unique}:report`,
      write: (key) => [['SET', key, TOKEN, 'NX']],
      heard: ['redis-lock-py'],
      confidence: 'likely',
      holder: { token: TOKEN },
      wakes: (key) => ({ channel: `rlock-channel:${key}`, message: 'ok' }),
    },
  ],
  nearMisses: [
    {
      title: 'the same value where nobody listens',
      key: (unique) => `${unique}:report`,
      write: (key) => [['SET', key, TOKEN, 'NX', 'EX', 30]],
      becomes: 'random-token',
    },
  ],
};
