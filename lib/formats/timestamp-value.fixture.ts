import type { Fixture } from './fixture';

const seconds = (ms: number) => Math.floor(ms / 1000);

export const fixture: Fixture = {
  formatId: 'timestamp-value',
  checkedAgainst:
    'redis-lock 1.0.0 (npm), index.js; redis-mutex (Ruby), ServiceStack.Redis, machinery, node-resque 9; the SETNX and GETSET recipe',
  examples: [
    {
      title: 'milliseconds, with a TTL that agrees',
      key: (unique) => `lock.${unique}`,
      write: (key, nowMs) => [['SET', key, nowMs + 5_001, 'NX', 'PX', 5_000]],
      confidence: 'likely',
      holder: { tokenUnique: false, since: null },
      valueDeadlineMs: (nowMs) => nowMs + 5_001,
    },
    {
      title: 'milliseconds under any name, known by the TTL that agrees',
      key: (unique) => `${unique}:import`,
      write: (key, nowMs) => [['SET', key, nowMs + 5_001, 'NX', 'PX', 5_000]],
      confidence: 'possible',
      holder: { tokenUnique: false },
      valueDeadlineMs: (nowMs) => nowMs + 5_001,
    },
    {
      title: 'seconds, without TTL',
      key: (unique) => `${unique}:lock`,
      write: (key, nowMs) => [['SETNX', key, seconds(nowMs) + 60]],
      confidence: 'likely',
      holder: { tokenUnique: false },
      valueDeadlineMs: (nowMs) => (seconds(nowMs) + 60) * 1000,
    },
    {
      title: 'seconds with a fraction, as Ruby writes',
      key: (unique) => `RedisMutex:lock:${unique}`,
      write: (key, nowMs) => [['SETNX', key, `${seconds(nowMs) + 60}.25`]],
      confidence: 'likely',
      holder: {},
      valueDeadlineMs: (nowMs) => (seconds(nowMs) + 60) * 1000 + 250,
    },
    {
      title: 'microseconds',
      key: (unique) => `${unique}:lock`,
      write: (key, nowMs) => [['SETNX', key, `${nowMs + 60_000}789`]],
      confidence: 'likely',
      holder: {},
      valueDeadlineMs: (nowMs) => nowMs + 60_000,
    },
    {
      title: 'nanoseconds',
      key: (unique) => `machinery_lock_${unique}`,
      write: (key, nowMs) => [['SETNX', key, `${nowMs + 60_000}123456`]],
      confidence: 'likely',
      holder: {},
      valueDeadlineMs: (nowMs) => nowMs + 60_000,
    },
    {
      title: 'a deadline that has passed, or a moment of acquiring: one reading cannot tell',
      key: (unique) => `${unique}:lock`,
      write: (key, nowMs) => [['SETNX', key, nowMs - 240_000]],
      confidence: 'possible',
      holder: { since: null },
      valueDeadlineMs: (nowMs) => nowMs - 240_000,
      alternatives: ['SETNX with the time of acquiring'],
    },
  ],
  nearMisses: [
    {
      title: 'a time under a name that does not say lock',
      key: (unique) => `${unique}:last-run`,
      write: (key, nowMs) => [['SET', key, nowMs]],
      becomes: null,
    },
    {
      title: 'a time with a TTL that does not agree, under any name',
      key: (unique) => `${unique}:last-run`,
      write: (key, nowMs) => [['SET', key, nowMs, 'PX', 60_000]],
      becomes: null,
    },
    {
      title: 'a number of 13 digits that is no time of ours',
      key: (unique) => `${unique}:lock`,
      write: (key) => [['SET', key, '9876543210987']],
      becomes: 'plain-string',
    },
    {
      title: 'a guard of the stalled check',
      key: (unique) => `bull:${unique}:stalled-check`,
      write: (key, nowMs) => [['SET', key, nowMs + 30_000, 'PX', 30_000]],
      becomes: null,
    },
  ],
};
