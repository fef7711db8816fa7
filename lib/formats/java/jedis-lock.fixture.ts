import type { Fixture } from '../core/fixture';
import { plainDelete } from '../core/fixture-unlocks';

const ID = '8d3c3d43-03b0-4cd8-8966-8bbd088f8c58';

export const fixture: Fixture = {
  formatId: 'jedis-lock',
  unlock: plainDelete,
  checkedAgainst:
    'abelaska/jedis-lock 1.x, JedisLock.java (source; its first versions write the deadline alone)',
  examples: [
    {
      title: 'a lock',
      key: (unique) => `lock:${unique}`,
      write: (key, nowMs) => [['SETNX', key, `${ID}:${nowMs + 60_001}`]],
      confidence: 'likely',
      holder: { tokenUnique: true },
      valueDeadlineMs: (nowMs) => nowMs + 60_001,
    },
    {
      title: 'a lock whose deadline has passed',
      key: (unique) => `lock:${unique}`,
      write: (key, nowMs) => [['SETNX', key, `${ID}:${nowMs - 60_001}`]],
      confidence: 'likely',
      holder: {},
      valueDeadlineMs: (nowMs) => nowMs - 60_001,
    },
    {
      title: 'a lock under any name',
      key: (unique) => `account:${unique}`,
      write: (key, nowMs) => [['SETNX', key, `${ID}:${nowMs + 60_001}`]],
      confidence: 'possible',
      holder: {},
      valueDeadlineMs: (nowMs) => nowMs + 60_001,
      alternatives: ['an id and a time'],
    },
  ],
  nearMisses: [
    {
      title: 'who did something last and when',
      key: (unique) => `account:${unique}`,
      write: (key, nowMs) => [['SET', key, `${ID}:${nowMs - 1}`]],
      becomes: null,
    },
    {
      title: 'a number that is no time of ours',
      key: (unique) => `lock:${unique}`,
      write: (key) => [['SET', key, `${ID}:9876543210987`]],
      becomes: 'plain-string',
    },
    {
      title: 'the copies of the class that write the deadline alone',
      key: (unique) => `lock:${unique}`,
      write: (key, nowMs) => [['SETNX', key, nowMs + 60_001]],
      becomes: 'timestamp-value',
    },
  ],
};
