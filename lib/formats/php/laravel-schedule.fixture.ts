import type { Fixture } from '../core/fixture';
import { plainDelete } from '../core/fixture-unlocks';

const OWNER = 'k3JvQ9xPz2LmN8rT';
const NAME = `framework/schedule-${'8843d7f92416211de9ebb963ff4ce281'}`;

export const fixture: Fixture = {
  formatId: 'laravel-schedule',
  unlock: plainDelete,
  checkedAgainst: 'Laravel 8.83 (run: adds `b:1;` and locks nothing) and 13 as in the catalogue',
  examples: [
    {
      title: 'a scheduled command',
      key: (unique) => `laravel_database_laravel_cache_:${NAME}${unique}`,
      write: (key) => [['SET', key, OWNER, 'EX', 86_400, 'NX']],
      confidence: 'likely',
      holder: { token: OWNER, tokenUnique: true },
    },
    {
      title: 'a scheduled command on one server, of 03:15',
      key: (unique) => `shop-cache-${NAME}${unique}0315`,
      write: (key) => [['SET', key, `s:16:"${OWNER}";`, 'EX', 3_600, 'NX']],
      confidence: 'likely',
      holder: { token: `s:16:"${OWNER}";` },
    },
    {
      title: 'an isolated command',
      key: (unique) => `shop-cache-framework/command-import-${unique}`,
      write: (key) => [['SET', key, OWNER, 'EX', 3_600, 'NX']],
      confidence: 'likely',
      holder: { token: OWNER },
    },
    {
      title: 'a scheduled command of an older release',
      key: (unique) => `laravel_cache:${NAME}${unique}`,
      write: (key) => [['SET', key, 'b:1;', 'EX', 86_400]],
      confidence: 'likely',
      holder: { token: 'b:1;', tokenUnique: false },
    },
  ],
  nearMisses: [
    {
      title: 'another value',
      key: (unique) => `shop-cache-framework/command-import-${unique}`,
      write: (key) => [['SET', key, 'a:0:{}', 'EX', 3_600]],
      becomes: null,
    },
    {
      title: 'a unique job',
      key: (unique) => `shop-cache-laravel_unique_job:7a1c:${unique}`,
      write: (key) => [['SET', key, OWNER, 'EX', 3_600, 'NX']],
      becomes: 'laravel-lock',
    },
  ],
};
