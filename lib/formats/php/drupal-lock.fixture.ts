import type { Fixture } from '../core/fixture';
import { compareAndDelete } from '../core/fixture-unlocks';
import { uniqidAt } from './fixture-php';

const MADE = 1_790_000_000_250;
const TOKEN = `1804289383${uniqidAt(MADE)}2.16863465`;

export const fixture: Fixture = {
  formatId: 'drupal-lock',
  unlock: compareAndDelete,
  checkedAgainst: 'PHP 8.2 (run: the lock id, uniqid(mt_rand(), TRUE)); keys as in the catalogue',
  examples: [
    {
      title: 'a lock',
      key: (unique) => `drupal.redis.10.2.${unique}:lock:cron`,
      write: (key) => [['SET', key, TOKEN, 'NX', 'PX', 30_000]],
      confidence: 'certain',
      holder: {
        token: TOKEN,
        tokenUnique: true,
        since: { atMs: MADE, atLeast: false, atMost: true },
        process: { host: null, pid: null, instance: TOKEN },
      },
    },
  ],
  nearMisses: [
    {
      title: 'a number with a fraction',
      key: (unique) => `${unique}:lock:cron`,
      write: (key) => [['SET', key, '180428938318042893831802.16863465', 'PX', 30_000]],
      becomes: null,
    },
    {
      title: 'such an id under another name',
      key: (unique) => `${unique}:request`,
      write: (key) => [['SET', key, TOKEN, 'PX', 30_000]],
      becomes: null,
    },
  ],
};
