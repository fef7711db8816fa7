import type { Fixture } from '../core/fixture';
import { compareAndDelete } from '../core/fixture-unlocks';

const TOKEN = 'RjSAHvxbq97efr9lwzO1';

export const fixture: Fixture = {
  formatId: 'laravel-funnel',
  unlock: compareAndDelete,
  checkedAgainst: 'Laravel 8.83, ConcurrencyLimiter (run: two of three slots)',
  examples: [
    {
      title: 'the second slot',
      key: (unique) => `shop_database_github-${unique}-2`,
      write: (key) => [['SET', key, TOKEN, 'EX', 60, 'NX']],
      confidence: 'possible',
      holder: { token: TOKEN, tokenUnique: true, label: null, process: null },
      alternatives: ['redis-plus-plus', 'hand-written SET NX PX'],
    },
    {
      title: 'a slot for an hour under a lock-like name',
      key: (unique) => `${unique}:lock1`,
      write: (key) => [['SET', key, TOKEN, 'EX', 3_600, 'NX']],
      confidence: 'likely',
      holder: { token: TOKEN },
    },
  ],
  nearMisses: [
    {
      title: 'a name without a number',
      key: (unique) => `shop_database_${unique}:github`,
      write: (key) => [['SET', key, TOKEN, 'EX', 60]],
      becomes: null,
    },
    {
      title: 'a slot under any name',
      key: (unique) => `${unique}:github2`,
      write: (key) => [['SET', key, TOKEN, 'EX', 60]],
      becomes: null,
    },
    {
      title: 'a token of something else',
      key: (unique) => `shop_database_token:${unique}:x2`,
      write: (key) => [['SET', key, TOKEN, 'EX', 60]],
      becomes: null,
    },
    {
      title: 'a word of 20 letters',
      key: (unique) => `shop_database_${unique}:word2`,
      write: (key) => [['SET', key, 'internationalisation', 'EX', 60]],
      becomes: null,
    },
  ],
};
