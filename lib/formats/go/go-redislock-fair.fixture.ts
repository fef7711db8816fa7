import type { Example, Fixture } from '../core/fixture';
import { compareAndDelete } from '../core/fixture-unlocks';

const UUID = '8d3c3d43-03b0-4cd8-8966-8bbd088f8c58';

function fair(title: string, request: string): Example {
  return {
    title,
    key: (unique) => `{inv-grf-${unique}}`,
    write: (key, nowMs) => [
      ['ZADD', `${key}:queue`, Math.floor(nowMs / 1000), request],
      ['EXPIRE', `${key}:queue`, 60],
      ['SET', key, request, 'NX', 'EX', 30],
      ['ZADD', `${key}:queue`, Math.floor(nowMs / 1000) + 1, 'req-31520'],
      ['ZADD', `${key}:queue`, Math.floor(nowMs / 1000) + 2, 'req-31519'],
    ],
    confidence: 'certain',
    holder: { token: request, tokenUnique: true },
    also: {
      queue: {
        live: 2,
        ghosts: 0,
        places: [
          { token: 'req-31520', deadlineMs: null, ghost: false },
          { token: 'req-31519', deadlineMs: null, ghost: false },
        ],
      },
    },
    releaseTouches: (key) => [`${key}:queue`],
  };
}

export const fixture: Fixture = {
  formatId: 'go-redislock-fair',
  unlock: compareAndDelete,
  checkedAgainst: 'jefferyjob/go-redislock HEAD, lua/fairLock.lua, fairUnLock.lua, fairRenew.lua (run)',
  examples: [
    fair('a request id of the caller, with two that wait', 'req-31514'),
    fair('a UUID as request id', UUID),
  ],
  nearMisses: [
    {
      title: 'a holder that has no place in the queue',
      key: (unique) => `{inv-grf-${unique}}`,
      write: (key, nowMs) => [
        ['ZADD', `${key}:queue`, Math.floor(nowMs / 1000), 'req-31520'],
        ['SET', key, UUID, 'PX', 30_000],
      ],
      becomes: 'random-token',
    },
    {
      title: 'a request id without a queue',
      key: (unique) => `{inv-grf-${unique}}`,
      write: (key) => [['SET', key, 'req-31514', 'PX', 30_000]],
      becomes: null,
    },
  ],
};
