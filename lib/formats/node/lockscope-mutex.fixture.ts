import { mutexChannelOf } from '../../domain/keys/mutex-token';
import type { Fixture } from '../core/fixture';
import { compareAndDelete } from '../core/fixture-unlocks';

const TOKEN = 'ls1.6f1c0a52b7e84d0f9b3a5d2c81e4f7a0.2s.4711@worker-7.shop.internal';

export const fixture: Fixture = {
  formatId: 'lockscope-mutex',
  unlock: compareAndDelete,
  checkedAgainst: 'lib/locks/kinds/mutex.ts and lib/domain/keys/mutex-token.ts of this repository',
  examples: [
    {
      title: 'a mutex under any name',
      key: (unique) => `${unique}:invoice:42`,
      write: (key) => [['SET', key, TOKEN, 'NX', 'PX', 30_000]],
      confidence: 'certain',
      wakes: (key) => ({ channel: mutexChannelOf(key), message: '0' }),
      holder: {
        token: TOKEN,
        tokenUnique: true,
        label: 'worker-7.shop.internal:4711',
        process: {
          host: 'worker-7.shop.internal',
          pid: 4711,
          instance: '6f1c0a52-b7e8-4d0f-9b3a-5d2c81e4f7a0',
        },
      },
    },
    {
      title: 'a mutex whose name has a hash tag',
      key: (unique) => `{${unique}}:invoice`,
      write: (key) => [['SET', key, TOKEN, 'NX', 'PX', 30_000]],
      confidence: 'certain',
      wakes: (key) => ({ channel: mutexChannelOf(key), message: '0' }),
      holder: { token: TOKEN },
    },
  ],
  nearMisses: [
    {
      title: 'a token with more behind it',
      key: (unique) => `${unique}:lock`,
      write: (key) => [['SET', key, `${TOKEN} `, 'PX', 30_000]],
      becomes: 'plain-string',
    },
    {
      title: 'a token that is one character short',
      key: (unique) => `${unique}:invoice`,
      write: (key) => [['SET', key, TOKEN.replace('ls1.6', 'ls1.'), 'PX', 30_000]],
      becomes: null,
    },
    {
      title: 'a token in a hash',
      key: (unique) => `${unique}:lock`,
      write: (key) => [['HSET', key, TOKEN, 1]],
      becomes: null,
    },
  ],
};
