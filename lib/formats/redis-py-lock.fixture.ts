import { type Fixture, uuidV1Hex } from './fixture';

const DAY = 86_400_000;
const DOCKER = { host: '172.17.0.3', pid: null, instance: null };

export const fixture: Fixture = {
  formatId: 'redis-py-lock',
  checkedAgainst: 'redis-py 8.x and 4.3.4, redis/lock.py; celery-redbeat, celery-once for names',
  examples: [
    {
      title: 'a lock with a lock-like name and no time-out',
      key: (unique) => `${unique}:report:lock`,
      write: (key, nowMs) => [['SET', key, uuidV1Hex(nowMs - 5_000), 'NX']],
      confidence: 'certain',
      holder: { tokenUnique: true, label: '172.17.0.3', process: DOCKER },
    },
    {
      title: 'a lock with a time-out under any name',
      key: (unique) => `${unique}:statement`,
      write: (key, nowMs) => [['SET', key, uuidV1Hex(nowMs - 5_000), 'NX', 'PX', 60_000]],
      confidence: 'likely',
      holder: { process: DOCKER },
    },
    {
      title: 'a lock without time-out under any name',
      key: (unique) => `${unique}:statement`,
      write: (key, nowMs) => [['SET', key, uuidV1Hex(nowMs - 5_000), 'NX']],
      confidence: 'possible',
      holder: {},
    },
    {
      title: 'a lock held since last year',
      key: (unique) => `${unique}:redbeat::lock`,
      write: (key, nowMs) => [['SET', key, uuidV1Hex(nowMs - 300 * DAY), 'NX']],
      confidence: 'likely',
      holder: {},
      alternatives: ['node-redlock'],
    },
    {
      title: 'a process that found no network card',
      key: (unique) => `${unique}:qo_tasks.add_a-1`,
      write: (key, nowMs) => [['SET', key, uuidV1Hex(nowMs, 'b7c2a1904e55'), 'NX', 'PX', 60_000]],
      confidence: 'certain',
      holder: { label: null, process: { host: null, pid: null, instance: 'b7c2a1904e55' } },
    },
    {
      title: 'a machine with a network card',
      key: (unique) => `${unique}:lock`,
      write: (key, nowMs) => [['SET', key, uuidV1Hex(nowMs, '001b638445e6'), 'NX', 'PX', 60_000]],
      confidence: 'certain',
      holder: { process: { host: '00:1b:63:84:45:e6', pid: null, instance: null } },
    },
  ],
  nearMisses: [
    {
      title: '32 digits whose time is in the future',
      key: (unique) => `${unique}:lock`,
      write: (key, nowMs) => [['SET', key, uuidV1Hex(nowMs + 2 * DAY), 'PX', 60_000]],
      becomes: 'node-redlock',
    },
    {
      title: '32 digits whose time was before Redis',
      key: (unique) => `${unique}:lock`,
      write: (key) => [['SET', key, uuidV1Hex(500_000_000_000), 'PX', 60_000]],
      becomes: 'node-redlock',
    },
    {
      title: 'upper case',
      key: (unique) => `${unique}:statement`,
      write: (key, nowMs) => [['SET', key, uuidV1Hex(nowMs).toUpperCase(), 'PX', 60_000]],
      becomes: null,
    },
    {
      title: 'a session id of today',
      key: (unique) => `userSession:${unique}`,
      write: (key, nowMs) => [['SET', key, uuidV1Hex(nowMs), 'PX', 60_000]],
      becomes: null,
    },
    {
      title: 'a session id of last year',
      key: (unique) => `session:${unique}`,
      write: (key, nowMs) => [['SET', key, uuidV1Hex(nowMs - 300 * DAY), 'PX', 60_000]],
      becomes: null,
    },
  ],
};
