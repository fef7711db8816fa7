import { type Fixture, uuidV1Hex } from '../core/fixture';
import { compareAndDelete } from '../core/fixture-unlocks';

const NODE = 'adcbdd2f37e2';
const DAY = 86_400_000;
const LONG_AGO_MS = 1_700_000_000_000;
const token = (atMs: number) => Buffer.from(uuidV1Hex(atMs, NODE), 'hex').toString('base64');

export const fixture: Fixture = {
  formatId: 'warlock',
  unlock: compareAndDelete,
  checkedAgainst: 'node-redis-warlock 1.0.2, run; lib/warlock.js',
  examples: [
    {
      title: 'a lock',
      key: (unique) => `${unique}:lock`,
      write: (key, nowMs) => [['SET', key, token(nowMs - 5_000), 'PX', 20_000, 'NX']],
      confidence: 'certain',
      holder: {
        tokenUnique: true,
        process: { host: null, pid: null, instance: NODE },
      },
    },
    {
      title: 'a lock held for years',
      key: (unique) => `${unique}:lock`,
      write: (key) => [['SET', key, token(LONG_AGO_MS), 'PX', 20_000, 'NX']],
      confidence: 'likely',
      holder: { since: { atMs: LONG_AGO_MS, atLeast: false } },
      alternatives: ['redsync'],
    },
  ],
  nearMisses: [
    {
      title: 'redsync: 16 random bytes',
      key: (unique) => `${unique}:lock`,
      write: (key) => [['SET', key, 'q83vEjRWeJCrze8SNFZ4kA==', 'PX', 20_000, 'NX']],
      becomes: 'redsync',
    },
    {
      title: 'the same bytes under a name that is not warlock’s',
      key: (unique) => `lock:${unique}`,
      write: (key, nowMs) => [['SET', key, token(nowMs), 'PX', 20_000, 'NX']],
      becomes: 'redsync',
    },
    {
      title: 'a time to come',
      key: (unique) => `${unique}:lock`,
      write: (key, nowMs) => [['SET', key, token(nowMs + 2 * DAY), 'PX', 20_000, 'NX']],
      becomes: 'redsync',
    },
  ],
};
