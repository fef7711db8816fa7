import type { Fixture } from '../core/fixture';
import { compareAndDelete } from '../core/fixture-unlocks';

const TOKEN = '0fc231521bc67967f3c288a4935288fa';

export const fixture: Fixture = {
  formatId: 'node-redlock',
  unlock: compareAndDelete,
  checkedAgainst:
    'redlock 4.2.0, @sesamecare-oss/redlock 1.4.0, redlock-universal 0.8.5, run by real-clients.test.ts and real-node-locks.test.ts; redlock 3.1.2 and 5.0.0-beta.2',
  examples: [
    {
      title: 'a lock with a lock-like name',
      key: (unique) => `locks:${unique}`,
      write: (key) => [['SET', key, TOKEN, 'PX', 10_000]],
      confidence: 'likely',
      holder: { token: TOKEN, tokenUnique: true, process: null, since: null },
      alternatives: ['@sesamecare-oss/redlock', 'redlock-universal', 'hand-written SET NX PX'],
    },
    {
      title: 'a lock under any name',
      key: (unique) => `${unique}:announce:generate:monthly`,
      write: (key) => [['SET', key, TOKEN, 'PX', 10_000]],
      confidence: 'possible',
      holder: { token: TOKEN },
    },
  ],
  nearMisses: [
    {
      title: 'the same without TTL, which redlock never leaves',
      key: (unique) => `locks:${unique}`,
      write: (key) => [['SET', key, TOKEN]],
      becomes: 'random-token',
    },
    {
      title: 'a value without TTL under any name',
      key: (unique) => `${unique}:invoice`,
      write: (key) => [['SET', key, TOKEN]],
      becomes: null,
    },
    {
      title: 'a session id',
      key: (unique) => `sess:${unique}`,
      write: (key) => [['SET', key, TOKEN, 'PX', 10_000]],
      becomes: null,
    },
    {
      title: 'a version 4 UUID without dashes',
      key: (unique) => `${unique}:invoice`,
      write: (key) => [['SET', key, '0fc231521bc647679fc288a4935288fa', 'PX', 10_000]],
      becomes: 'random-token',
    },
    {
      title: '33 digits',
      key: (unique) => `${unique}:invoice`,
      write: (key) => [['SET', key, `${TOKEN}0`, 'PX', 10_000]],
      becomes: null,
    },
  ],
};
