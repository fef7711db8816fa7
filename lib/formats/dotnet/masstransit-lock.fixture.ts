import type { Fixture } from '../core/fixture';
import { compareAndDelete } from '../core/fixture-unlocks';

const TOKEN = 'WEB-01:08dc1f5e-6a3b-7c1d-0242-ac1100030000';
const SAGA = '08dc1f5e-1111-2222-0242-ac11';

export const fixture: Fixture = {
  formatId: 'masstransit-lock',
  unlock: compareAndDelete,
  checkedAgainst: 'MassTransit 8.5, the database context of its Redis sagas (read, not run)',
  examples: [
    {
      title: 'a saga',
      key: (unique) => `${SAGA}${unique}_lock`,
      write: (key) => [['SET', key, TOKEN, 'NX', 'PX', 30_000]],
      confidence: 'certain',
      holder: {
        token: TOKEN,
        tokenUnique: true,
        label: 'WEB-01',
        process: { host: 'WEB-01', pid: null, instance: null },
      },
    },
    {
      title: 'a saga behind a prefix',
      key: (unique) => `order-state:${SAGA}${unique}_lock`,
      write: (key) => [['SET', key, TOKEN, 'NX', 'PX', 30_000]],
      confidence: 'certain',
      holder: { token: TOKEN },
    },
  ],
  nearMisses: [
    {
      title: 'a name that is no saga',
      key: (unique) => `${unique}_lock`,
      write: (key) => [['SET', key, TOKEN, 'PX', 30_000]],
      becomes: 'plain-string',
    },
    {
      title: 'a saga itself',
      key: (unique) => `${SAGA}${unique}`,
      write: (key) => [['SET', key, '{"version":3}', 'PX', 30_000]],
      becomes: null,
    },
  ],
};
