import type { Fixture } from '../core/fixture';
import type { Command } from '../core/fixture-unlocks';
import { removeMember } from '../core/fixture-unlocks';

const FIRST = 'WEB01_4711_8d3c3d4303b04cd889668bbd088f8c58';
const SECOND = 'WEB02_12_0fc231521bc64796b3c288a4935288fa';
const THIRD = 'WEB03_9_5fc231521bc64796b3c288a4935288fb';

function take(key: string, ...members: [member: string, deadlineMs: number][]): Command[] {
  return [
    ...members.map(([member, deadlineMs]): Command => ['ZADD', key, `${deadlineMs}.123`, member]),
    ['PEXPIRE', key, 90_000],
  ];
}

const successor = (key: string, nowMs: number) => take(key, [THIRD, nowMs + 30_000]);

export const fixture: Fixture = {
  formatId: 'medallion-semaphore',
  unlock: removeMember,
  checkedAgainst: 'DistributedLock.Redis 2.8, RedisSemaphorePrimitive.cs (read, not run)',
  examples: [
    {
      title: 'one holder',
      key: (unique) => `${unique}:imports`,
      write: (key, nowMs) => take(key, [FIRST, nowMs + 30_000]),
      confidence: 'certain',
      holder: {
        token: FIRST,
        tokenUnique: true,
        label: 'WEB01:4711',
        process: { host: 'WEB01', pid: 4711, instance: null },
      },
      also: { permits: { available: null, held: 1, expired: 0 } },
      successor,
    },
    {
      title: 'two holders and one whose lease ended',
      key: (unique) => `${unique}:semaphore`,
      write: (key, nowMs) =>
        take(key, [FIRST, nowMs - 5_000], [SECOND, nowMs + 10_000], [THIRD, nowMs + 30_000]),
      confidence: 'certain',
      holder: { token: SECOND },
      holders: 2,
      also: { permits: { available: null, held: 2, expired: 1 } },
      staysAfterRelease: true,
      successor: (key, nowMs) => take(key, [FIRST, nowMs + 30_000]),
    },
    {
      title: 'nobody any more',
      key: (unique) => `${unique}:semaphore`,
      write: (key, nowMs) => take(key, [FIRST, nowMs - 5_000]),
      confidence: 'certain',
      holder: null,
      also: { permits: { available: null, held: 0, expired: 1 } },
    },
  ],
  nearMisses: [
    {
      title: 'lock ids by rank',
      key: (unique) => `${unique}:top`,
      write: (key) => [
        ['ZADD', key, 1, FIRST],
        ['PEXPIRE', key, 90_000],
      ],
      becomes: null,
    },
    {
      title: 'other members',
      key: (unique) => `${unique}:due`,
      write: (key, nowMs) => take(key, ['job:7', nowMs + 30_000]),
      becomes: null,
    },
  ],
};
