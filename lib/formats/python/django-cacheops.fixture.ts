import type { Fixture } from '../core/fixture';
import { compareAndDelete } from '../core/fixture-unlocks';

const DIGEST = '7bcfb3deffe2d9a2b47298ec685f90b1';

export const fixture: Fixture = {
  formatId: 'django-cacheops',
  unlock: compareAndDelete,
  checkedAgainst: 'django-cacheops 7.2 (run), getset.py, query.py, simple.py',
  examples: [
    {
      title: 'a query that is being made',
      key: (unique) => `${unique}:q:${DIGEST}`,
      write: (key) => [['SET', key, 'LOCK', 'NX', 'EX', 60]],
      confidence: 'likely',
      holder: { token: 'LOCK', tokenUnique: false },
    },
    {
      title: 'a function whose result is being cached',
      key: (unique) => `${unique}:as:${DIGEST}`,
      write: (key) => [['SET', key, 'LOCK', 'NX', 'EX', 60]],
      confidence: 'likely',
      holder: { tokenUnique: false },
    },
  ],
  nearMisses: [
    {
      title: 'the entry once it is there',
      key: (unique) => `${unique}:q:${DIGEST}`,
      write: (key) => [['SET', key, '1:data', 'EX', 60]],
      becomes: null,
    },
    {
      title: 'the word for longer than the library ever writes it',
      key: (unique) => `${unique}:q:${DIGEST}`,
      write: (key) => [['SET', key, 'LOCK', 'EX', 600]],
      becomes: null,
    },
    {
      title: 'the word under a name that says lock',
      key: (unique) => `${unique}:lock`,
      write: (key) => [['SET', key, 'LOCK', 'EX', 60]],
      becomes: 'constant-value',
    },
  ],
};
