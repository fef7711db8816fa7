import type { Fixture } from '../core/fixture';
import { plainDelete } from '../core/fixture-unlocks';

const seconds = (ms: number) => Math.round(ms / 1000);

export const fixture: Fixture = {
  formatId: 'node-resque-lock',
  unlock: plainDelete,
  checkedAgainst: 'node-resque 9.7.1, run; dist/plugins/JobLock.js and QueueLock.js',
  examples: [
    {
      title: 'a JobLock',
      key: (unique) => `resque:workerslock:add:${unique}:[1,2]`,
      write: (key, nowMs) => [['SET', key, seconds(nowMs) + 3_601, 'EX', 3_600, 'NX']],
      confidence: 'likely',
      holder: { tokenUnique: false },
      valueDeadlineMs: (nowMs) => (seconds(nowMs) + 3_601) * 1_000,
    },
    {
      title: 'a QueueLock whose arguments have colons and line breaks',
      key: (unique) => `resque:lock:mail:${unique}:["a:b\nc",{"d":[]}]`,
      write: (key, nowMs) => [
        ['SETNX', key, seconds(nowMs) + 3_601],
        ['EXPIRE', key, 3_600],
      ],
      confidence: 'likely',
      holder: { tokenUnique: false },
      valueDeadlineMs: (nowMs) => (seconds(nowMs) + 3_601) * 1_000,
    },
    {
      title: 'a QueueLock that is over',
      key: (unique) => `resque:lock:mail:${unique}:[]`,
      write: (key, nowMs) => [['SETNX', key, seconds(nowMs) - 60]],
      confidence: 'likely',
      holder: {},
      valueDeadlineMs: (nowMs) => (seconds(nowMs) - 60) * 1_000,
    },
  ],
  nearMisses: [
    {
      title: 'a time under another name',
      key: (unique) => `lock:${unique}:7`,
      write: (key, nowMs) => [['SET', key, seconds(nowMs) + 60, 'EX', 60, 'NX']],
      becomes: 'timestamp-value',
    },
    {
      title: 'another value',
      key: (unique) => `resque:workerslock:add:${unique}:[1]`,
      write: (key) => [['SET', key, 'true', 'EX', 60, 'NX']],
      becomes: 'constant-value',
    },
    {
      title: 'bee-queue, which has no locks: the guard of its check',
      key: (unique) => `bq:lock-${unique}:stallBlock`,
      write: (key) => [['SET', key, '1', 'PX', 5_000, 'NX']],
      becomes: null,
    },
  ],
};
