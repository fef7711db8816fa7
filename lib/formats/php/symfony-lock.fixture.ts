import type { Fixture } from '../core/fixture';
import type { Command } from '../core/fixture-unlocks';
import { removeMember } from '../core/fixture-unlocks';

const FIRST = 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA=';
const SECOND = 'r83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA=';
const THIRD = 's83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA=';

function hold(key: string, ...members: [member: string, deadlineMs: number][]): Command[] {
  return [
    ...members.map(([member, deadlineMs]): Command => ['ZADD', key, deadlineMs, member]),
    ['PEXPIREAT', key, Math.max(...members.map(([, deadlineMs]) => deadlineMs))],
  ];
}

const successor = (key: string, nowMs: number) =>
  hold(key, [THIRD, nowMs + 300_000], ['__write__', nowMs + 300_000]);

export const fixture: Fixture = {
  formatId: 'symfony-lock',
  unlock: removeMember,
  checkedAgainst: 'symfony/lock 5.4 (run: write, read, two readers, refresh) and 7.1 as in the catalogue',
  examples: [
    {
      title: 'a writer',
      key: (unique) => `${unique}:report`,
      write: (key, nowMs) => hold(key, [FIRST, nowMs + 300_000], ['__write__', nowMs + 300_000]),
      confidence: 'certain',
      holder: { token: FIRST, tokenUnique: true, mode: 'write', label: null, process: null },
      successor,
    },
    {
      title: 'a reader under any name, known by the deadline of the key',
      key: (unique) => `${unique}:report`,
      write: (key, nowMs) => hold(key, [FIRST, nowMs + 300_000]),
      confidence: 'likely',
      holder: { token: FIRST, mode: 'read' },
      successor,
    },
    {
      title: 'two readers and one whose lease ended, under a lock-like name',
      key: (unique) => `lock-${unique}`,
      write: (key, nowMs) =>
        hold(key, [FIRST, nowMs - 5_000], [SECOND, nowMs + 60_000], [THIRD, nowMs + 300_000]),
      confidence: 'likely',
      holder: { token: SECOND, mode: 'read' },
      holders: 2,
      staysAfterRelease: true,
      successor: (key, nowMs) => hold(key, [FIRST, nowMs + 300_000], ['__write__', nowMs + 300_000]),
    },
    {
      title: 'a reader of a key with a deadline of its own',
      key: (unique) => `${unique}:report`,
      write: (key, nowMs) => [
        ['ZADD', key, nowMs + 60_000, FIRST],
        ['PEXPIREAT', key, nowMs + 300_000],
      ],
      confidence: 'possible',
      holder: { token: FIRST },
      alternatives: ['a schedule of hashes'],
      successor,
    },
  ],
  nearMisses: [
    {
      title: 'hashes by rank',
      key: (unique) => `${unique}:top`,
      write: (key) => [
        ['ZADD', key, 17, FIRST],
        ['PEXPIRE', key, 90_000],
      ],
      becomes: null,
    },
    {
      title: 'a schedule that never lapses',
      key: (unique) => `${unique}:due`,
      write: (key, nowMs) => [['ZADD', key, nowMs + 60_000, FIRST]],
      becomes: null,
    },
    {
      title: 'what it probes the server with',
      key: () => 'symfony_check_support_time',
      write: (key) => [['SET', key, 1, 'PX', 1_000]],
      becomes: null,
    },
  ],
};
