import type { Fixture } from '../core/fixture';
import { compareAndDelete } from '../core/fixture-unlocks';
import { uniqidAt } from './fixture-php';

const MADE = 1_790_000_000_250;
const TOKEN = uniqidAt(MADE);
const SITE = '8843d7f92416211de9ebb963ff4ce28125932878';

export const fixture: Fixture = {
  formatId: 'typo3-lock',
  unlock: compareAndDelete,
  checkedAgainst:
    'b13/distributed-locks, RedisLockingStrategy.php (read, not run): 30 s, not 60 s, is its default',
  examples: [
    {
      title: 'a lock',
      key: (unique) => `${SITE}:lock:name:${unique}`,
      write: (key) => [['SET', key, TOKEN, 'NX', 'EX', 30]],
      confidence: 'likely',
      holder: {
        token: TOKEN,
        tokenUnique: true,
        since: { atMs: MADE, atLeast: false, atMost: true },
        process: null,
      },
      wakes: (key, token) => ({ list: key.replace(':name:', ':mutex:'), items: [token], ttlMs: 60_000 }),
    },
    {
      title: 'a lock with a message that nobody took',
      key: (unique) => `lock:name:${unique}:lock:name:x`,
      write: (key) => [
        ['RPUSH', key.replace(':name:', ':mutex:'), 'earlier'],
        ['SET', key, TOKEN, 'NX', 'EX', 30],
      ],
      confidence: 'likely',
      holder: { token: TOKEN },
      releaseTouches: (key) => [key.replace(':name:', ':mutex:')],
      wakes: (key, token) => ({ list: key.replace(':name:', ':mutex:'), items: [token], ttlMs: 60_000 }),
    },
  ],
  nearMisses: [
    {
      title: '13 digits that are no time of uniqid',
      key: (unique) => `lock:name:${unique}`,
      write: (key) => [['SET', key, '6ab13b80fffff', 'EX', 30]],
      becomes: 'random-token',
    },
    {
      title: 'the list that waiters sleep on',
      key: (unique) => `${SITE}:lock:mutex:${unique}`,
      write: (key) => [['RPUSH', key, TOKEN]],
      becomes: null,
    },
  ],
};
