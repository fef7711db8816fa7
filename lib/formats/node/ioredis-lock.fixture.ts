import { dashed, type Fixture, uuidV1Hex } from '../core/fixture';
import { compareAndDelete } from '../core/fixture-unlocks';

const NODE = '2b9ec2273292';
const DAY = 86_400_000;
const LONG_AGO_MS = 1_700_000_000_000;
const token = (atMs: number, node = NODE) => dashed(uuidV1Hex(atMs, node));

export const fixture: Fixture = {
  formatId: 'ioredis-lock',
  unlock: compareAndDelete,
  checkedAgainst:
    'ioredis-lock 4.0.0, run; redislock 1.3.0, lib/lock.js; uuid 3 and 8 mark a node drawn by lot',
  examples: [
    {
      title: 'a lock',
      key: (unique) => `${unique}:lock`,
      write: (key, nowMs) => [['SET', key, token(nowMs - 5_000), 'PX', 10_000, 'NX']],
      confidence: 'likely',
      holder: {
        tokenUnique: true,
        process: { host: null, pid: null, instance: NODE },
      },
      alternatives: ['redislock (Node)', 'hand-written SET NX PX'],
    },
    {
      title: 'a lock under any name',
      key: (unique) => `${unique}:import`,
      write: (key, nowMs) => [['SET', key, token(nowMs - 5_000), 'PX', 10_000, 'NX']],
      confidence: 'possible',
      holder: { tokenUnique: true },
    },
    {
      title: 'a lock of a process that runs for years',
      key: (unique) => `${unique}:lock`,
      write: (key) => [['SET', key, token(LONG_AGO_MS), 'PX', 10_000, 'NX']],
      confidence: 'likely',
      holder: { since: { atMs: LONG_AGO_MS, atLeast: false, atMost: true } },
    },
  ],
  nearMisses: [
    {
      title: 'the address of a network card, as redis_mutex (Elixir) writes',
      key: (unique) => `${unique}:lock`,
      write: (key, nowMs) => [['SET', key, token(nowMs, '001b638445e6'), 'PX', 10_000, 'NX']],
      becomes: 'random-token',
    },
    {
      title: 'a UUID of no TTL',
      key: (unique) => `${unique}:customer`,
      write: (key, nowMs) => [['SET', key, token(nowMs)]],
      becomes: null,
    },
    {
      title: 'a time to come',
      key: (unique) => `${unique}:lock`,
      write: (key, nowMs) => [['SET', key, token(nowMs + 2 * DAY), 'PX', 10_000, 'NX']],
      becomes: 'random-token',
    },
    {
      title: 'a session id',
      key: (unique) => `session:${unique}`,
      write: (key, nowMs) => [['SET', key, token(nowMs), 'PX', 10_000]],
      becomes: null,
    },
  ],
};
