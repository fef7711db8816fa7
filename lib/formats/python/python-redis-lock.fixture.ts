import type { Fixture } from '../core/fixture';
import { compareAndDelete } from '../core/fixture-unlocks';

const TOKEN = 'HJbQBagcHF1ypK4xweYKLNyY';
const wakes = (key: string) => ({ list: `lock-signal:${key.slice(5)}`, items: ['1'], ttlMs: 1_000 });
const releaseTouches = (key: string) => [`lock-signal:${key.slice(5)}`];

export const fixture: Fixture = {
  formatId: 'python-redis-lock',
  unlock: compareAndDelete,
  checkedAgainst: 'python-redis-lock 4.0.1 (run), redis_lock/__init__.py',
  examples: [
    {
      title: 'a lock with an expiry',
      key: (unique) => `lock:${unique}`,
      write: (key) => [['SET', key, TOKEN, 'NX', 'EX', 60]],
      confidence: 'likely',
      holder: { token: TOKEN, tokenUnique: true },
      wakes,
      releaseTouches,
    },
    {
      title: 'a lock for good, with a signal that nobody took',
      key: (unique) => `lock:${unique}:report`,
      write: (key) => [
        ['SET', key, TOKEN, 'NX'],
        ['LPUSH', `lock-signal:${key.slice(5)}`, '1'],
      ],
      confidence: 'likely',
      holder: { token: TOKEN },
      wakes,
      releaseTouches,
    },
  ],
  nearMisses: [
    {
      title: 'such a token under another name',
      key: (unique) => `${unique}:lock`,
      write: (key) => [['SET', key, TOKEN, 'NX', 'EX', 60]],
      becomes: 'random-token',
    },
    {
      title: 'a word of 24 letters',
      key: (unique) => `lock:${unique}`,
      write: (key) => [['SET', key, 'a'.repeat(24), 'NX']],
      becomes: 'plain-string',
    },
    {
      title: 'the signal itself',
      key: (unique) => `lock-signal:${unique}`,
      write: (key) => [['LPUSH', key, '1']],
      becomes: null,
    },
  ],
};
