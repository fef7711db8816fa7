import type { Example, Fixture } from '../core/fixture';
import { compareAndDelete, plainDelete } from '../core/fixture-unlocks';

const OWNER = 'k3JvQ9xPz2LmN8rT';

function example(title: string, key: Example['key'], rest: Partial<Example> = {}): Example {
  return {
    title,
    key,
    write: (name) => [['SET', name, OWNER, 'EX', 600, 'NX']],
    confidence: 'likely',
    holder: { token: OWNER, tokenUnique: true, label: null, process: null, since: null },
    ...rest,
  };
}

export const fixture: Fixture = {
  formatId: 'laravel-lock',
  unlock: (key, token) =>
    key.includes('laravel_unique_job:') ? plainDelete(key) : compareAndDelete(key, token),
  checkedAgainst:
    'Laravel 8.83 (run: lock, release, unique job without TTL, cached text) and 13 as in the catalogue',
  examples: [
    example(
      'a unique job, which has no TTL unless told',
      (unique) => `laravel_database_laravel_cache_:laravel_unique_job:App\\Jobs\\Import:${unique}`,
      { write: (key) => [['SETNX', key, OWNER]] },
    ),
    example(
      'a job without overlap, serialised',
      (unique) => `shop-cache-laravel-queue-overlap:7a1c:${unique}`,
      {
        write: (key) => [['SET', key, `s:16:"${OWNER}";`, 'EX', 60, 'NX']],
        holder: { token: `s:16:"${OWNER}";` },
      },
    ),
    example('Cache::lock under both prefixes', (unique) => `shop_database_shop_cache_:import-${unique}`),
    example('Cache::lock under the cache prefix', (unique) => `shop-cache-import-${unique}`, {
      confidence: 'possible',
      alternatives: ['go-zero'],
    }),
  ],
  nearMisses: [
    {
      title: 'a cached text of 16 letters and digits, which Laravel serialises',
      key: (unique) => `shop_database_shop_cache_:${unique}`,
      write: (key) => [['SET', key, `s:16:"${OWNER}";`, 'EX', 60]],
      becomes: null,
    },
    {
      title: 'a word of 16 letters under a cache prefix',
      key: (unique) => `shop_cache_${unique}`,
      write: (key) => [['SET', key, 'internationalise', 'EX', 60]],
      becomes: null,
    },
    {
      title: 'a value without TTL under a cache prefix',
      key: (unique) => `shop_cache_${unique}`,
      write: (key) => [['SET', key, OWNER]],
      becomes: null,
    },
    {
      title: 'the same under a name that is not of Laravel',
      key: (unique) => `${unique}:lock`,
      write: (key) => [['SET', key, OWNER, 'PX', 30_000]],
      becomes: 'random-token',
    },
  ],
};
