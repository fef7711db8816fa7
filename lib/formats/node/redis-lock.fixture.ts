import type { Fixture } from '../core/fixture';
import { plainDelete } from '../core/fixture-unlocks';

export const fixture: Fixture = {
  formatId: 'redis-lock',
  unlock: plainDelete,
  checkedAgainst: 'redis-lock 1.0.0 (npm, errorception), run; index.js',
  examples: [
    {
      title: 'a lock',
      key: (unique) => `lock.${unique}`,
      write: (key, nowMs) => [['SET', key, nowMs + 5_001, 'PX', 5_000, 'NX']],
      confidence: 'likely',
      holder: { tokenUnique: false, since: null, holdCount: 1 },
      valueDeadlineMs: (nowMs) => nowMs + 5_001,
      alternatives: ['SETNX with a time'],
    },
    {
      title: 'a lock with a key prefix',
      key: (unique) => `app:lock.${unique}`,
      write: (key, nowMs) => [['SET', key, nowMs + 60_001, 'PX', 60_000, 'NX']],
      confidence: 'likely',
      holder: {},
      valueDeadlineMs: (nowMs) => nowMs + 60_001,
    },
  ],
  nearMisses: [
    {
      title: 'the recipe of version 0.0.8, without TTL',
      key: (unique) => `lock.${unique}`,
      write: (key, nowMs) => [['SETNX', key, nowMs + 5_001]],
      becomes: 'timestamp-value',
    },
    {
      title: 'the time it was taken',
      key: (unique) => `lock.${unique}`,
      write: (key, nowMs) => [['SET', key, nowMs, 'PX', 60_000, 'NX']],
      becomes: 'timestamp-value',
    },
    {
      title: 'a deadline under another name',
      key: (unique) => `lock:${unique}`,
      write: (key, nowMs) => [['SET', key, nowMs + 5_001, 'PX', 5_000, 'NX']],
      becomes: 'timestamp-value',
    },
  ],
};
