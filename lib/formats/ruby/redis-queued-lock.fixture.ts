import type { Fixture } from '../core/fixture';
import { plainDelete } from '../core/fixture-unlocks';

const acquirer = (pid: number) => `rql:acq:${pid}/2840/2848/2856/93dc7e8a0a0b1c2d`;
const TOKEN = acquirer(4711);
const HOST = 'rql:hst:4711/2840/2856/93dc7e8a0a0b1c2d';
const fields = (nowMs: number) => [
  ...['acq_id', TOKEN, 'hst_id', HOST],
  ...['ts', `${(nowMs - 4_000) / 1000}`, 'ini_ttl', '5000'],
];
const successor = (key: string) => [
  ['HSET', key, 'acq_id', acquirer(9), 'hst_id', HOST, 'ts', '1795266206.9', 'ini_ttl', '5000'],
  ['PEXPIRE', key, 5_000],
];

export const fixture: Fixture = {
  formatId: 'redis-queued-lock',
  unlock: plainDelete,
  checkedAgainst:
    'redis_queued_locks 1.12 to 1.16 (read): resource.rb, try_to_lock.rb, release_lock.rb. The library counts re-entries up only',
  examples: [
    {
      title: 'a lock with waiters, one of them forgotten',
      key: (unique) => `${unique}:rql:lock:report`,
      write: (key, nowMs) => [
        ['HSET', key, ...fields(nowMs)],
        ['PEXPIRE', key, 5_000],
        [
          'ZADD',
          key.replace('rql:lock:', 'rql:lock_queue:'),
          ...[(nowMs - 60_000) / 1000, acquirer(1), nowMs / 1000, acquirer(2), nowMs / 1000, acquirer(3)],
        ],
      ],
      confidence: 'certain',
      holder: {
        token: TOKEN,
        tokenUnique: true,
        holdCount: 1,
        process: { host: null, pid: 4711, instance: '93dc7e8a0a0b1c2d' },
      },
      also: { queue: { live: 2, ghosts: 1 } },
      successor,
    },
    {
      title: 'a lock entered again, with fields of the application',
      key: (unique) => `rql:lock:${unique}`,
      write: (key, nowMs) => [
        ['HSET', key, ...fields(nowMs), 'spc_cnt', 2, 'l_spc_ts', `${nowMs / 1000}`, 'user', 'kate'],
        ['PEXPIRE', key, 5_000],
      ],
      confidence: 'certain',
      holder: { token: TOKEN, holdCount: null },
      also: { queue: { live: 0, ghosts: 0 } },
      successor,
    },
  ],
  nearMisses: [
    {
      title: 'a hash that names no acquirer',
      key: (unique) => `rql:lock:${unique}`,
      write: (key) => [['HSET', key, 'acq_id', 'kate']],
      becomes: null,
    },
    {
      title: 'the queue',
      key: (unique) => `rql:lock_queue:${unique}`,
      write: (key, nowMs) => [['ZADD', key, nowMs / 1000, TOKEN]],
      becomes: null,
    },
  ],
};
