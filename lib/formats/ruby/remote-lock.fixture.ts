import type { Fixture } from '../core/fixture';
import { plainDelete } from '../core/fixture-unlocks';

const UID = 'worker-7.example.org-4711-93dc7e8a';
const process = { host: 'worker-7.example.org', pid: 4711, instance: null };

export const fixture: Fixture = {
  formatId: 'remote-lock',
  unlock: plainDelete,
  checkedAgainst: 'remote_lock (read), adapters/base.rb; older releases write lock/ in place of lock|',
  examples: [
    {
      title: 'a lock with a prefix',
      key: (unique) => `${unique}|lock|report`,
      write: (key) => [['SETEX', key, 60, UID]],
      confidence: 'likely',
      holder: { token: UID, label: 'worker-7.example.org:4711 93dc7e8a', process },
    },
    {
      title: 'a lock of an older release',
      key: (unique) => `lock/${unique}`,
      write: (key) => [['SETEX', key, 60, UID]],
      confidence: 'likely',
      holder: { process },
    },
  ],
  nearMisses: [
    {
      title: 'the same for good',
      key: (unique) => `lock|${unique}`,
      write: (key) => [['SET', key, 'nobody-in-particular']],
      becomes: 'plain-string',
    },
    {
      title: 'a word that ends in lock',
      key: (unique) => `block|${unique}`,
      write: (key) => [['SETEX', key, 60, UID]],
      becomes: null,
    },
  ],
};
