import type { Fixture } from '../core/fixture';
import type { Command } from '../core/fixture-unlocks';
import { readsOnly } from '../core/fixture-unlocks';

const TOKEN = 'web-7|4711';

function session(key: string, ...fields: (string | number)[]): Command[] {
  return [
    ['HSET', key, 'data', ':gz:x', 'writes', 3, 'req', 'GET shop.example/cart', ...fields],
    ['EXPIRE', key, 21_600],
  ];
}

export const fixture: Fixture = {
  formatId: 'magento-session',
  unlock: readsOnly,
  checkedAgainst: 'php-redis-session-abstract, Handler.php (read, not run)',
  examples: [
    {
      title: 'a session that is served',
      key: (unique) => `sess_${unique}`,
      write: (key) => session(key, 'lock', 1, 'pid', TOKEN),
      confidence: 'certain',
      holder: {
        token: TOKEN,
        tokenUnique: false,
        label: 'web-7:4711',
        process: { host: 'web-7', pid: 4711, instance: null },
      },
      also: { queue: { live: 0, ghosts: 0 } },
      staysAfterRelease: true,
      successor: (key) => session(key, 'lock', 1, 'pid', 'web-8|12'),
    },
    {
      title: 'a session that two more requests wait for',
      key: (unique) => `sess_${unique}`,
      write: (key) => session(key, 'lock', 14, 'pid', TOKEN, 'wait', 2),
      confidence: 'certain',
      holder: { token: TOKEN, holdCount: 1 },
      also: { queue: { live: 2, ghosts: 0 } },
      staysAfterRelease: true,
      successor: (key) => session(key, 'lock', 0, 'pid', TOKEN),
    },
  ],
  nearMisses: [
    {
      title: 'a session that nobody has locked',
      key: (unique) => `sess_${unique}`,
      write: (key) => session(key, 'lock', 0, 'pid', TOKEN),
      becomes: null,
    },
    {
      title: 'a session of which nobody is written down',
      key: (unique) => `sess_${unique}`,
      write: (key) => session(key, 'lock', 1),
      becomes: null,
    },
    {
      title: 'a hash under another name',
      key: (unique) => `${unique}:door`,
      write: (key) => session(key, 'lock', 1, 'pid', TOKEN),
      becomes: null,
    },
  ],
};
