import type { Fixture } from '../core/fixture';
import { compareAndDelete } from '../core/fixture-unlocks';

const TOKEN = '8843d7f92416211de9ebb963ff4ce281259328788843d7f92416211de9ebb963';
const THOUSAND_YEARS = 31_557_600_000_000;

export const fixture: Fixture = {
  formatId: 'php-lock',
  unlock: compareAndDelete,
  checkedAgainst:
    'php-lock 3.1, LockUtil.php (read); 2.2.1 (run) writes 32 digits under `lock_<name>`, which are anybody’s',
  examples: [
    {
      title: 'a lock for a thousand years, which is the default',
      key: (unique) => `php-malkusch-lock:${unique}`,
      write: (key) => [['SET', key, TOKEN, 'NX', 'PX', THOUSAND_YEARS]],
      confidence: 'likely',
      holder: { token: TOKEN, tokenUnique: true, label: null, process: null },
    },
    {
      title: 'a lock for a while',
      key: (unique) => `shop:php-malkusch-lock:${unique}`,
      write: (key) => [['SET', key, TOKEN, 'NX', 'PX', 3_501]],
      confidence: 'likely',
      holder: { token: TOKEN },
    },
  ],
  nearMisses: [
    {
      title: 'the same under another name',
      key: (unique) => `${unique}:lock`,
      write: (key) => [['SET', key, TOKEN, 'NX', 'PX', 3_501]],
      becomes: 'random-token',
    },
  ],
};
