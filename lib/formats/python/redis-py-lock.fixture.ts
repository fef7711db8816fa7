import { type Fixture, uuidV1Hex } from '../core/fixture';
import { compareAndDelete } from '../core/fixture-unlocks';

const DAY = 86_400_000;
const DOCKER = { host: '172.17.0.3', pid: null, instance: null };

export const fixture: Fixture = {
  formatId: 'redis-py-lock',
  unlock: compareAndDelete,
  checkedAgainst:
    'redis-py 8.x, 6.4 and 4.3.4 (run), redis/lock.py; names of kombu 5.7 and taskiq-redis 1.0 (read), dogpile.cache 1.5, tooz 9.1, django-redis 7.0 (run)',
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
      key: (unique) => `${unique}:nightly:lock`,
      write: (key, nowMs) => [['SET', key, uuidV1Hex(nowMs - 300 * DAY), 'NX']],
      confidence: 'likely',
      holder: {},
      alternatives: ['node-redlock'],
    },
    {
      title: 'a process that found no network card',
      key: (unique) => `${unique}:report:lock`,
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
    {
      title: "kombu's guard",
      key: (unique) => `${unique}unacked_mutex`,
      write: (key, nowMs) => [['SET', key, uuidV1Hex(nowMs), 'NX', 'PX', 300_000]],
      confidence: 'certain',
      library: 'kombu',
      holder: { tokenUnique: true },
    },
    {
      title: 'the lock of taskiq-redis',
      key: (unique) => `autoclaim:taskiq:${unique}`,
      write: (key, nowMs) => [['SET', key, uuidV1Hex(nowMs), 'NX']],
      confidence: 'certain',
      library: 'taskiq-redis',
      holder: { tokenUnique: true },
    },
    {
      title: 'a lock of dogpile.cache',
      key: (unique) => `_lock:${unique}`,
      write: (key, nowMs) => [['SET', key, uuidV1Hex(nowMs), 'NX']],
      confidence: 'certain',
      library: 'dogpile.cache',
      holder: { tokenUnique: true },
    },
    {
      title: 'a lock of OpenStack tooz',
      key: (unique) => `_tooz_${unique}_lock`,
      write: (key, nowMs) => [['SET', key, uuidV1Hex(nowMs), 'NX', 'PX', 30_000]],
      confidence: 'certain',
      library: 'OpenStack tooz',
      holder: { tokenUnique: true },
    },
    {
      title: 'a lock of django-redis',
      key: (unique) => `:1:${unique}`,
      write: (key, nowMs) => [['SET', key, uuidV1Hex(nowMs), 'NX']],
      confidence: 'possible',
      library: 'django-redis',
      holder: { tokenUnique: true },
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
