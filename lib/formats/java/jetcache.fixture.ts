import type { Fixture } from '../core/fixture';
import { plainDelete } from '../core/fixture-unlocks';

const UUID = '8d3c3d43-03b0-4cd8-8966-8bbd088f8c58';
const JAVA = Buffer.concat([Buffer.from('c953aced00057400', 'hex'), Buffer.from(`$${UUID}`)]);

export const fixture: Fixture = {
  formatId: 'jetcache',
  unlock: plainDelete,
  checkedAgainst: 'JetCache 2.7, RefreshCache.java; jetcache-go (source)',
  examples: [
    {
      title: 'a UUID in what Java serialises to',
      key: (unique) => `userCache:${unique}_#RL#`,
      write: (key) => [['SET', key, JAVA, 'NX', 'PX', 60_000]],
      confidence: 'certain',
      holder: { tokenUnique: true },
    },
    {
      title: 'a value that is packed',
      key: (unique) => `userCache:${unique}_#RL#`,
      write: (key) => [['SET', key, Buffer.from('9301ff00', 'hex'), 'NX', 'PX', 60_000]],
      confidence: 'likely',
      holder: {},
    },
  ],
  nearMisses: [
    {
      title: 'the cache entry',
      key: (unique) => `userCache:${unique}`,
      write: (key) => [['SET', key, JAVA, 'PX', 60_000]],
      becomes: null,
    },
    {
      title: 'the time of the refresh',
      key: (unique) => `userCache:${unique}_#TS#`,
      write: (key, nowMs) => [['SET', key, nowMs, 'PX', 60_000]],
      becomes: null,
    },
  ],
};
