import type { Example, Fixture } from '../core/fixture';
import { compareAndDelete } from '../core/fixture-unlocks';

const CLIENT = '8d3c3d43-03b0-4cd8-8966-8bbd088f8c58';

function example(title: string, registry: string, path = ''): Example {
  return {
    title,
    key: (unique) => `${registry}:${path}${unique}`,
    write: (key) => [['SET', key, CLIENT, 'PX', 60_000]],
    confidence: 'likely',
    holder: {
      token: CLIENT,
      tokenUnique: false,
      process: { host: null, pid: null, instance: CLIENT },
    },
    wakes: (key) => ({ channel: `${registry}-channel:${key}`, message: key }),
    alternatives: ['hand-written SET NX PX'],
  };
}

export const fixture: Fixture = {
  formatId: 'spring-lock-registry',
  unlock: compareAndDelete,
  checkedAgainst:
    'spring-integration-redis 6.4.1 and 7.1.0 (run, both modes), 6.4.10, 6.5.5 and 7.0.5 (their classes): the channel of the registry, and from then on one for each key',
  examples: [
    example('a lock', 'lock-registry'),
    {
      ...example('a registry of an older version', 'orderLockRegistry'),
      wakes: (key) => ({ channel: 'orderLockRegistry-channel', message: key }),
    },
    example('a registry and a path with colons', 'billing:registry', 'invoice:'),
  ],
  nearMisses: [
    {
      title: 'a token under a name that does not say registry',
      key: (unique) => `orders:${unique}`,
      write: (key) => [['SET', key, CLIENT, 'PX', 60_000]],
      becomes: 'random-token',
    },
    {
      title: 'an entry of a registry that never lapses',
      key: (unique) => `service-registry:${unique}`,
      write: (key) => [['SET', key, CLIENT]],
      becomes: null,
    },
    {
      title: 'a name without a path',
      key: (unique) => `${unique}-registry`,
      write: (key) => [['SET', key, CLIENT, 'PX', 60_000]],
      becomes: 'random-token',
    },
  ],
};
