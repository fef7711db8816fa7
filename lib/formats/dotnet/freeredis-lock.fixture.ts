import type { Fixture } from '../core/fixture';
import { compareAndDelete } from '../core/fixture-unlocks';

const GUID = '8d3c3d43-03b0-4cd8-8966-8bbd088f8c58';

export const fixture: Fixture = {
  formatId: 'freeredis-lock',
  unlock: compareAndDelete,
  checkedAgainst: 'FreeRedis as in the catalogue',
  examples: [
    {
      title: 'a lock',
      key: (unique) => `RedisClientLock:${unique}`,
      write: (key) => [['SET', key, GUID, 'EX', 30, 'NX']],
      confidence: 'likely',
      holder: { token: GUID, tokenUnique: true, label: null, process: null },
    },
    {
      title: 'a lock of a client with a prefix',
      key: (unique) => `shop:RedisClientLock:sms:${unique}`,
      write: (key) => [['SET', key, GUID, 'EX', 30, 'NX']],
      confidence: 'likely',
      holder: { token: GUID },
    },
  ],
  nearMisses: [
    {
      title: 'the same of the other library',
      key: (unique) => `CSRedisClientLock:${unique}`,
      write: (key) => [['SET', key, GUID, 'EX', 30, 'NX']],
      becomes: 'csredis-lock',
    },
    {
      title: 'the 1 of the oldest releases',
      key: (unique) => `RedisClientLock:${unique}`,
      write: (key) => [
        ['SETNX', key, 1],
        ['EXPIRE', key, 30],
      ],
      becomes: 'constant-value',
    },
  ],
};
