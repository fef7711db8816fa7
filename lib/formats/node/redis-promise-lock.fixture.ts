import type { Fixture } from '../core/fixture';
import { plainDelete } from '../core/fixture-unlocks';

const SINCE_MS = 1_700_000_000_123;
const value = (atMs: number) => JSON.stringify({ lockedSince: new Date(atMs).toISOString() });

export const fixture: Fixture = {
  formatId: 'redis-promise-lock',
  unlock: plainDelete,
  checkedAgainst: 'redis-promise-lock 1.0.4, run; src/lock.ts (the time is taken before the first attempt)',
  examples: [
    {
      title: 'a lock',
      key: (unique) => `redis-promise-lock:${unique}`,
      write: (key) => [
        ['SETNX', key, value(SINCE_MS)],
        ['EXPIRE', key, 30],
      ],
      confidence: 'certain',
      holder: {
        tokenUnique: false,
        label: null,
        since: { atMs: SINCE_MS, atLeast: false, atMost: true },
      },
    },
    {
      title: 'a lock whose holder died before EXPIRE',
      key: (unique) => `app:redis-promise-lock:${unique}`,
      write: (key, nowMs) => [['SETNX', key, value(nowMs)]],
      confidence: 'certain',
      holder: { tokenUnique: false },
    },
  ],
  nearMisses: [
    {
      title: 'the value under another name',
      key: (unique) => `${unique}:lock`,
      write: (key, nowMs) => [['SETNX', key, value(nowMs)]],
      becomes: 'plain-string',
    },
    {
      title: 'more than the time',
      key: (unique) => `redis-promise-lock:${unique}`,
      write: (key, nowMs) => [['SETNX', key, value(nowMs).replace('}', ',"x":1}')]],
      becomes: 'plain-string',
    },
  ],
};
