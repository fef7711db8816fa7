import type { Fixture } from '../core/fixture';
import { removeField } from '../core/fixture-unlocks';

const base = (key: string) => key.slice(0, -':GRABBED'.length);
const moment = (nowMs: number) => `${Math.floor(nowMs / 1000) - 4}.25`;

export const fixture: Fixture = {
  formatId: 'ruby-semaphore',
  // The token is the number of the permit, which the next one to take it has as well.
  unlock: (key, token) => removeField(key, token.split(' ')[0] ?? ''),
  checkedAgainst: 'redis-semaphore 0.3.1 (dv, read), lib/redis/semaphore.rb',
  examples: [
    {
      title: 'two of three permits',
      key: (unique) => `SEMAPHORE:${unique}:GRABBED`,
      write: (key, nowMs) => [
        ['SET', `${base(key)}:EXISTS`, '1'],
        ['SET', `${base(key)}:VERSION`, '1'],
        ['RPUSH', `${base(key)}:AVAILABLE`, '2'],
        ['HSET', key, '0', moment(nowMs)],
        ['HSET', key, '1', moment(nowMs)],
      ],
      confidence: 'certain',
      holder: { tokenUnique: true, label: null },
      holders: 2,
      also: { permits: { available: 1, held: 2, expired: null } },
      releaseTouches: (key) => [`${base(key)}:AVAILABLE`],
      staysAfterRelease: true,
      successor: (key, nowMs) => [['HSET', key, '0', `${Math.floor(nowMs / 1000)}.75`]],
    },
    {
      title: 'the only permit, under a namespace and with an expiration',
      key: (unique) => `${unique}:import:GRABBED`,
      write: (key, nowMs) => [
        ['SET', `${base(key)}:EXISTS`, '1', 'EX', 600],
        ['HSET', key, '0', moment(nowMs)],
        ['EXPIRE', key, 600],
      ],
      confidence: 'likely',
      holder: { tokenUnique: true },
      also: { permits: { available: 0, held: 1, expired: null } },
      wakes: (key) => ({ list: `${base(key)}:AVAILABLE`, items: ['0'], ttlMs: 600_000 }),
      releaseTouches: (key) => [`${base(key)}:AVAILABLE`],
      successor: (key, nowMs) => [['HSET', key, '0', `${Math.floor(nowMs / 1000)}.75`]],
    },
  ],
  nearMisses: [
    {
      title: 'a job of sidekiq-unique-jobs 6, which uses the same names',
      key: (unique) => `uniquejobs:${unique}:GRABBED`,
      write: (key, nowMs) => [['HSET', key, 'b4a577edbccf1d805744efa9', moment(nowMs)]],
      becomes: null,
    },
    {
      title: 'the free permits',
      key: (unique) => `SEMAPHORE:${unique}:AVAILABLE`,
      write: (key) => [['RPUSH', key, '0', '1']],
      becomes: null,
    },
  ],
};
