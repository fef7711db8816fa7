import type { Fixture } from '../core/fixture';
import { compareAndDelete } from '../core/fixture-unlocks';

const GUID = '8d3c3d43-03b0-4cd8-8966-8bbd088f8c58';

export const fixture: Fixture = {
  formatId: 'redlock-net',
  unlock: compareAndDelete,
  checkedAgainst:
    'RedLock.net 2.3.2 as in the catalogue; pottery 3 writes the same bytes under the same prefix',
  examples: [
    {
      title: 'a lock',
      key: (unique) => `redlock:${unique}`,
      write: (key) => [['SET', key, GUID, 'NX', 'PX', 30_000]],
      confidence: 'likely',
      holder: { token: GUID, tokenUnique: true, label: null, process: null, since: null },
      alternatives: ['pottery', 'redlock-rb'],
    },
    {
      title: 'a lock behind a prefix',
      key: (unique) => `app:redlock:invoice:${unique}`,
      write: (key) => [['SET', key, GUID, 'NX', 'PX', 30_000]],
      confidence: 'likely',
      holder: { token: GUID },
    },
  ],
  nearMisses: [
    {
      title: 'the same without TTL, which it never leaves',
      key: (unique) => `redlock:${unique}`,
      write: (key) => [['SET', key, GUID]],
      becomes: 'random-token',
    },
    {
      title: 'a version 1 UUID',
      key: (unique) => `redlock:${unique}`,
      write: (key) => [['SET', key, '8d3c3d43-03b0-1cd8-8966-8bbd088f8c58', 'PX', 30_000]],
      becomes: 'random-token',
    },
  ],
};
