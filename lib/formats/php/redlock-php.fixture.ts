import type { Fixture } from '../core/fixture';
import { compareAndDelete } from '../core/fixture-unlocks';
import { uniqidAt } from './fixture-php';

export const fixture: Fixture = {
  formatId: 'redlock-php',
  unlock: compareAndDelete,
  checkedAgainst: 'ronnylt/redlock-php as in the catalogue (not run)',
  examples: [
    {
      title: 'a lock under a lock-like name',
      key: (unique) => `${unique}:lock`,
      write: (key, nowMs) => [['SET', key, uniqidAt(nowMs), 'NX', 'PX', 30_000]],
      confidence: 'likely',
      holder: { tokenUnique: true, process: null },
      alternatives: ['hand-written SET NX PX'],
    },
    {
      title: 'a lock under any name, known by the time in its token',
      key: (unique) => `inv-rlphp-${unique}`,
      write: (key, nowMs) => [['SET', key, uniqidAt(nowMs - 1_000), 'NX', 'PX', 30_000]],
      confidence: 'likely',
      holder: { tokenUnique: true },
    },
  ],
  nearMisses: [
    {
      title: 'an id in a cache',
      key: (unique) => `cache:${unique}:report`,
      write: (key, nowMs) => [['SET', key, uniqidAt(nowMs), 'PX', 30_000]],
      becomes: null,
    },
    {
      title: 'one that is to last for hours, under any name',
      key: (unique) => `${unique}:report`,
      write: (key, nowMs) => [['SET', key, uniqidAt(nowMs), 'EX', 86_400]],
      becomes: null,
    },
    {
      title: 'a time of last year',
      key: (unique) => `${unique}:lock`,
      write: (key, nowMs) => [['SET', key, uniqidAt(nowMs - 365 * 86_400_000), 'PX', 30_000]],
      becomes: 'random-token',
    },
  ],
};
