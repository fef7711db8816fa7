import type { Example, Fixture } from '../core/fixture';
import { compareAndDelete } from '../core/fixture-unlocks';

const TOKEN = 'q83vEjRWeJCrze8SNFZ4kA==';

function example(title: string, suffix: string, confidence: Example['confidence']): Example {
  return {
    title,
    key: (unique) => `${unique}${suffix}`,
    write: (key) => [['SET', key, TOKEN, 'NX', 'PX', 8_000]],
    confidence,
    holder: { token: TOKEN, tokenUnique: true },
    alternatives: ['node-redis-warlock', 'hand-written SET NX PX'],
  };
}

export const fixture: Fixture = {
  formatId: 'redsync',
  unlock: compareAndDelete,
  checkedAgainst: 'redsync v4.18.1, mutex.go (run: 50 locks)',
  examples: [
    example('a lock with a lock-like name', ':order:lock', 'likely'),
    example('a lock under any name', ':order', 'possible'),
  ],
  nearMisses: [
    {
      title: '24 digits that are not 16 bytes',
      key: (unique) => `${unique}:order`,
      write: (key) => [['SET', key, 'q83vEjRWeJCrze8SNFZ4kB==', 'PX', 8_000]],
      becomes: null,
    },
    {
      title: 'a nonce',
      key: (unique) => `nonce:${unique}`,
      write: (key) => [['SET', key, TOKEN, 'PX', 8_000]],
      becomes: null,
    },
    {
      title: 'a sum that never lapses',
      key: (unique) => `${unique}:order`,
      write: (key) => [['SET', key, TOKEN]],
      becomes: null,
    },
  ],
};
