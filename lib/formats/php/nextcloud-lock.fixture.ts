import type { Fixture } from '../core/fixture';
import { compareAndDelete, countsDown } from '../core/fixture-unlocks';

const name = (unique: string) => `9b3a7c2f/lockfiles/8843d7f92416211de9ebb963${unique}`;

export const fixture: Fixture = {
  formatId: 'nextcloud-lock',
  unlock: (key, token) =>
    token.includes('exclusive') ? compareAndDelete(key, token) : countsDown(key, token),
  checkedAgainst: 'MemcacheLockingProvider.php and Redis.php of several releases (read, not run)',
  examples: [
    {
      title: 'an exclusive lock',
      key: name,
      write: (key) => [
        ['SET', key, '"exclusive"', 'NX'],
        ['EXPIRE', key, 3_600],
      ],
      confidence: 'certain',
      holder: { token: '"exclusive"', tokenUnique: false, mode: 'exclusive', label: null, holdCount: 1 },
    },
    {
      title: 'an exclusive lock whose holder ended before it set the TTL',
      key: name,
      write: (key) => [['SET', key, '"exclusive"', 'NX']],
      confidence: 'certain',
      holder: { token: '"exclusive"' },
    },
    {
      title: 'a lock that one has',
      key: name,
      write: (key) => [
        ['INCR', key],
        ['EXPIRE', key, 3_600],
      ],
      confidence: 'certain',
      holder: { token: '1', tokenUnique: false, mode: 'read', holdCount: null },
      also: { permits: { available: null, held: 1, expired: null } },
    },
    {
      title: 'a lock that three share',
      key: name,
      write: (key) => [
        ['SET', key, 3],
        ['EXPIRE', key, 3_600],
      ],
      confidence: 'certain',
      holder: { token: '3', mode: 'read' },
      also: { permits: { available: null, held: 3, expired: null } },
      staysAfterRelease: true,
    },
  ],
  nearMisses: [
    {
      title: 'a count of none',
      key: name,
      write: (key) => [['SET', key, 0, 'EX', 3_600]],
      becomes: 'counter-value',
    },
    {
      title: 'a file that is no hash',
      key: (unique) => `lockfiles/${unique}`,
      write: (key) => [['SET', key, '"exclusive"', 'EX', 3_600]],
      becomes: 'constant-value',
    },
  ],
};
