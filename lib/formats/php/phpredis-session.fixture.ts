import type { Fixture } from '../core/fixture';
import { compareAndDelete } from '../core/fixture-unlocks';

const TOKEN = 'web-7|4711';

export const fixture: Fixture = {
  formatId: 'phpredis-session',
  unlock: compareAndDelete,
  checkedAgainst: 'phpredis 5.3.7 with PHP 8.2 (run, redis.session.locking_enabled=1)',
  examples: [
    {
      title: 'a session',
      key: (unique) => `PHPREDIS_SESSION:${unique}_LOCK`,
      write: (key) => [['SET', key, TOKEN, 'NX', 'PX', 30_000]],
      confidence: 'certain',
      holder: {
        token: TOKEN,
        tokenUnique: false,
        label: 'web-7:4711',
        process: { host: 'web-7', pid: 4711, instance: null },
      },
    },
    {
      title: 'a session of the command line, which has no time limit',
      key: (unique) => `PHPREDIS_SESSION:${unique}_LOCK`,
      write: (key) => [['SET', key, TOKEN, 'NX']],
      confidence: 'certain',
      holder: { token: TOKEN },
    },
    {
      title: 'a session under a prefix of its own',
      key: (unique) => `shop:${unique}_LOCK`,
      write: (key) => [['SET', key, TOKEN, 'NX', 'PX', 30_000]],
      confidence: 'likely',
      holder: { token: TOKEN },
    },
  ],
  nearMisses: [
    {
      title: 'the session',
      key: (unique) => `PHPREDIS_SESSION:${unique}`,
      write: (key) => [['SET', key, 'user|i:7;', 'EX', 1_440]],
      becomes: null,
    },
    {
      title: 'two names',
      key: (unique) => `${unique}_LOCK`,
      write: (key) => [['SET', key, 'read|write', 'PX', 30_000]],
      becomes: 'plain-string',
    },
  ],
};
