import type { Fixture } from '../core/fixture';

const WORKER = '018f2f0e-7d1a-7c3e-9d58-0242ac110003';

export const fixture: Fixture = {
  formatId: 'set-of-holders',
  unlock: null,
  checkedAgainst: 'Pulp: SADD pulp:resource_lock:<resource> <worker> (bytes as seen)',
  examples: [
    {
      title: 'a resource that a worker of Pulp shares',
      key: (unique) => `pulp:resource_lock:shared:${unique}`,
      write: (key) => [['SADD', key, WORKER]],
      confidence: 'possible',
      holder: { token: WORKER, mode: 'read', process: null },
      alternatives: ['Pulp'],
      successor: (key) => [['SADD', key, '118f2f0e-7d1a-7c3e-9d58-0242ac110003']],
    },
    {
      title: 'processes',
      key: (unique) => `resource_lock:${unique}`,
      write: (key) => [['SADD', key, '12@worker-7']],
      confidence: 'likely',
      holder: { token: '12@worker-7', process: { host: 'worker-7', pid: 12, instance: null } },
      successor: (key) => [['SADD', key, '13@worker-7']],
    },
  ],
  nearMisses: [
    {
      title: 'the names of some locks',
      key: (unique) => `locks:names:${unique}`,
      write: (key) => [['SADD', key, 'a', 'b']],
      becomes: null,
    },
    {
      title: 'workers under a name that does not say lock',
      key: (unique) => `workers:${unique}`,
      write: (key) => [['SADD', key, WORKER]],
      becomes: null,
    },
  ],
};
