import type { Fixture } from '../core/fixture';
import { compareAndDelete } from '../core/fixture-unlocks';

const TOKEN = 'lock_token:8d3c3d43-03b0-4cd8-8966-8bbd088f8c58';
const OTHER = 'lock_token:11111111-03b0-4cd8-8966-8bbd088f8c58';

export const fixture: Fixture = {
  formatId: 'go-redislock',
  unlock: compareAndDelete,
  checkedAgainst: 'jefferyjob/go-redislock 1.x, lua/reentrantLock.lua, lua/fairLock.lua (source)',
  examples: [
    {
      title: 'a lock that was entered three times',
      key: (unique) => `{order:lock:${unique}}`,
      write: (key) => [
        ['SET', key, TOKEN, 'NX', 'PX', 5_000],
        ['SET', `${key}:count:${TOKEN}`, 3, 'PX', 5_000],
      ],
      confidence: 'certain',
      holder: { token: TOKEN, tokenUnique: true, holdCount: 3 },
      releaseTouches: (key) => [`${key}:count:${TOKEN}`],
    },
    {
      title: 'a fair lock with two that wait',
      key: (unique) => `{ticket:lock:${unique}}`,
      write: (key, nowMs) => [
        ['SET', key, TOKEN, 'NX', 'EX', 5],
        ['ZADD', `${key}:queue`, nowMs / 1000 - 9, TOKEN, nowMs / 1000, OTHER, nowMs / 1000, 'c'],
        ['EXPIRE', `${key}:queue`, 30],
      ],
      confidence: 'certain',
      holder: { holdCount: null },
      also: { queue: { live: 2, ghosts: 0 } },
      releaseTouches: (key) => [`${key}:queue`],
    },
  ],
  nearMisses: [
    {
      title: 'a token of another library that says whose it is',
      key: (unique) => `{order:lock:${unique}}`,
      write: (key) => [['SET', key, 'lock_token:42', 'PX', 5_000]],
      becomes: 'plain-string',
    },
    {
      title: 'the hold count',
      key: (unique) => `{order:lock:${unique}}:count:${TOKEN}`,
      write: (key) => [['SET', key, 1, 'PX', 5_000]],
      becomes: null,
    },
  ],
};
