import { dashed, type Example, type Fixture, uuidV1Hex } from '../core/fixture';

const UUID_V4 = '8d3c3d43-03b0-4cd8-8966-8bbd088f8c58';

function example(title: string, token: string, alternative: string, suffix = ':lock'): Example {
  return {
    title,
    key: (unique) => `${unique}${suffix}`,
    write: (key) => [['SET', key, Buffer.from(token, 'latin1'), 'NX', 'PX', 30_000]],
    confidence: /:lock|-lock/.test(suffix) ? 'likely' : 'possible',
    holder: { token, tokenUnique: true },
    library: `random token, ${token.length} ${token.startsWith('\x80') ? 'bytes' : 'characters'}`,
    alternatives: [alternative],
  };
}

export const fixture: Fixture = {
  formatId: 'random-token',
  unlock: null,
  checkedAgainst:
    'redis-semaphore 5.8.0, redlock-py 1.0.8, python-redis-lock 4.0.1, Laravel 13, rslock 0.7.3',
  examples: [
    example('redis-semaphore behind a prefix of its client', UUID_V4, 'redis-semaphore', ':appmutex:m'),
    example('StackExchange.Redis', UUID_V4, 'StackExchange.Redis LockTake', ':lock:r'),
    example('a version 4 UUID under any name', UUID_V4, 'Spring RedisLockRegistry', ':orders:r'),
    example('ioredis-lock', dashed(uuidV1Hex(1_790_000_000_000)), 'ioredis-lock'),
    example('redlock-py', 'q83vEjRWeJCrze8SNFZ4kB', 'redlock-py', ':any'),
    example('bsm/redislock', 'q83vEjRWeJCrze8SNFZ4kA', 'bsm/redislock', ':any'),
    example('python-redis-lock', 'q83vEjRWeJCrze8SNFZ4kAB7', 'python-redis-lock'),
    example('Laravel', 'k3JvQ9xPz2LmN8rT', 'Laravel', ':import-lock'),
    example('32 bytes as hex', '8843d7f92416211d'.repeat(4), 'hand-written SET NX PX'),
    example('rslock', '\x80\x01\xfe\xff\x00abcdefghijklmno', 'rslock'),
  ],
  nearMisses: [
    {
      title: 'a sentence of 22 characters',
      key: (unique) => `${unique}:any`,
      write: (key) => [['SET', key, 'this-is-a-plain-string', 'PX', 30_000]],
      becomes: null,
    },
    {
      title: 'a UUID that never lapses under any name',
      key: (unique) => `${unique}:customer`,
      write: (key) => [['SET', key, UUID_V4]],
      becomes: null,
    },
    {
      title: 'an API token',
      key: (unique) => `api-token:${unique}`,
      write: (key) => [['SET', key, UUID_V4, 'PX', 30_000]],
      becomes: null,
    },
    {
      title: 'a SHA-256 under any name',
      key: (unique) => `${unique}:file`,
      write: (key) => [['SET', key, 'a'.repeat(64), 'PX', 30_000]],
      becomes: null,
    },
    {
      title: 'a UUID with a name behind it',
      key: (unique) => `${unique}:any`,
      write: (key) => [['SET', key, `${UUID_V4}-api`, 'PX', 30_000]],
      becomes: null,
    },
  ],
};
