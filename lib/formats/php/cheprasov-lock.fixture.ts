import type { Fixture } from '../core/fixture';
import { compareAndDelete } from '../core/fixture-unlocks';

function tokenAt(ms: number): string {
  return `4711:0.${String(ms % 1000).padStart(3, '0')}12300 ${Math.floor(ms / 1000)}:817`;
}

const MADE = 1_790_000_000_250;

export const fixture: Fixture = {
  formatId: 'cheprasov-lock',
  unlock: compareAndDelete,
  checkedAgainst: 'cheprasov/php-redis-lock 1.0.1, RedisLock.php (read, not run)',
  examples: [
    {
      title: 'a lock under any name',
      key: (unique) => `${unique}:report`,
      write: (key) => [['SET', key, tokenAt(MADE), 'PX', 30_000, 'NX']],
      confidence: 'certain',
      holder: {
        token: tokenAt(MADE),
        tokenUnique: true,
        process: { host: null, pid: 4711, instance: null },
        since: { atMs: MADE, atLeast: false, atMost: true },
      },
    },
  ],
  nearMisses: [
    {
      title: 'a fraction that microtime never writes',
      key: (unique) => `${unique}:lock`,
      write: (key) => [['SET', key, '4711:0.2501 1790000000:817', 'PX', 30_000]],
      becomes: 'plain-string',
    },
    {
      title: 'a time long ago',
      key: (unique) => `${unique}:lock`,
      write: (key) => [['SET', key, '4711:0.25000000 1000000000:817', 'PX', 30_000]],
      becomes: 'plain-string',
    },
  ],
};
