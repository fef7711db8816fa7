import type { Example, Fixture } from '../core/fixture';
import { plainDelete } from '../core/fixture-unlocks';

function constant(value: string): Example {
  return {
    title: `the value ${value}`,
    key: (unique) => `cron:${unique}:lock`,
    write: (key) => [['SET', key, value, 'NX']],
    confidence: 'likely',
    holder: { token: value, tokenUnique: false, label: null, holdCount: 1, since: null, process: null },
  };
}

export const fixture: Fixture = {
  formatId: 'constant-value',
  unlock: plainDelete,
  checkedAgainst: 'the SETNX recipe; saq, arq, RQ 2.12 maintenance keys, Nextcloud "exclusive"',
  examples: [
    constant('1'),
    constant('true'),
    constant('LOCKED'),
    constant('"exclusive"'),
    {
      title: 'with a TTL and a camel-case name',
      key: (unique) => `${unique}:importLock`,
      write: (key) => [['SET', key, '1', 'NX', 'EX', 60]],
      confidence: 'likely',
      holder: { token: '1', tokenUnique: false },
    },
    {
      title: 'behind the prefix of an application, where it may be the state of a device',
      key: (unique) => `app:lock:${unique}`,
      write: (key) => [['SET', key, '1', 'NX', 'EX', 60]],
      confidence: 'possible',
      holder: { token: '1', tokenUnique: false },
      alternatives: ['dramatiq', 'a flag or a counter'],
    },
    {
      title: 'a value that switches something on as well',
      key: (unique) => `${unique}:lock`,
      write: (key) => [['SET', key, 'on']],
      confidence: 'possible',
      holder: { token: 'on', tokenUnique: false },
    },
  ],
  nearMisses: [
    {
      title: 'a number that may count something, which without TTL is a setting',
      key: (unique) => `${unique}:lock`,
      write: (key) => [['SET', key, '17']],
      becomes: null,
    },
    ...['0', '', 'false', 'off', '"off"', 'none'].map((value) => ({
      title: `the value ${JSON.stringify(value)}, which holds nothing`,
      key: (unique: string) => `${unique}:lock`,
      write: (key: string) => [['SET', key, value] as const],
      becomes: null,
    })),
    ...['lock_status_count', 'config:lock_timeout', 'flipper/feature/lock_down', 'device:lock:7:state'].map(
      (name) => ({
        title: `a figure, a setting or a state by its name: ${name}`,
        key: (unique: string) => `${unique}:${name}`,
        write: (key: string) => [['SET', key, '1'] as const],
        becomes: null,
      }),
    ),
    {
      title: 'the same value under a name that does not say lock',
      key: (unique) => `feature:${unique}`,
      write: (key) => [['SET', key, '1']],
      becomes: null,
    },
    ...['clock', 'block:7', 'unlock', 'locked', 'blocked', 'flock', 'deadlock-count', 'release:notes'].map(
      (name) => ({
        title: `a name with ${name} in it`,
        key: (unique: string) => `${unique}:${name}`,
        write: (key: string) => [['SET', key, '1'] as const],
        becomes: null,
      }),
    ),
    {
      title: 'a rate limiter of a queue',
      key: (unique) => `bull:lock-${unique}:limiter`,
      write: (key) => [['SET', key, '1', 'PX', 1_000]],
      becomes: null,
    },
    {
      title: 'a wake-up list of python-redis-lock',
      key: (unique) => `lock-signal:${unique}`,
      write: (key) => [['LPUSH', key, '1']],
      becomes: null,
    },
  ],
};
