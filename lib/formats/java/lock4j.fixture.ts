import type { Fixture } from '../core/fixture';
import { compareAndDelete } from '../core/fixture-unlocks';

const TOKEN = '8d3c3d4303b04cd889668bbd088f8c58';

export const fixture: Fixture = {
  formatId: 'lock4j',
  unlock: compareAndDelete,
  checkedAgainst: 'lock4j-redis-template 2.2.7, RedisTemplateLockExecutor, Lock4jProperties (its classes)',
  examples: [
    {
      title: 'a lock of a method',
      key: (unique) => `lock4j:com.example.OrderServicesubmit#${unique}`,
      write: (key) => [['SET', key, TOKEN, 'NX', 'PX', 30_000]],
      confidence: 'likely',
      holder: { token: TOKEN, tokenUnique: true },
    },
  ],
  nearMisses: [
    {
      title: 'the same value under another prefix',
      key: (unique) => `${unique}:lock`,
      write: (key) => [['SET', key, TOKEN, 'NX', 'PX', 30_000]],
      becomes: 'random-token',
    },
    {
      title: 'digits that are no random UUID',
      key: (unique) => `lock4j:${unique}`,
      write: (key) => [['SET', key, `f${TOKEN.slice(0, 11)}c${TOKEN.slice(13)}`, 'NX', 'PX', 30_000]],
      becomes: 'node-redlock',
    },
  ],
};
