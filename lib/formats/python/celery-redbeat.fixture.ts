import { type Fixture, uuidV1Hex } from '../core/fixture';
import { compareAndDelete } from '../core/fixture-unlocks';

const DAY = 86_400_000;

export const fixture: Fixture = {
  formatId: 'celery-redbeat',
  unlock: compareAndDelete,
  checkedAgainst: 'celery-redbeat 2.4.2 on redis-py 6.4 (run), schedulers.py',
  examples: [
    {
      title: 'the scheduler that runs now',
      key: (unique) => `${unique}redbeat::lock`,
      write: (key, nowMs) => [['SET', key, uuidV1Hex(nowMs - 5_000), 'NX', 'PX', 1_500_000]],
      confidence: 'certain',
      holder: { tokenUnique: true, process: { host: '172.17.0.3', pid: null, instance: null } },
    },
    {
      title: 'one that has run for months, under a name of its own',
      key: (unique) => `redbeat:${unique}:beat-lock`,
      write: (key, nowMs) => [['SET', key, uuidV1Hex(nowMs - 90 * DAY), 'NX', 'PX', 1_500_000]],
      confidence: 'likely',
      holder: { tokenUnique: true },
    },
  ],
  nearMisses: [
    {
      title: 'a redis-py lock of another name',
      key: (unique) => `${unique}:beat:lock`,
      write: (key, nowMs) => [['SET', key, uuidV1Hex(nowMs), 'NX', 'PX', 1_500_000]],
      becomes: 'redis-py-lock',
    },
    {
      title: 'a schedule entry',
      key: (unique) => `redbeat:${unique}`,
      write: (key) => [['HSET', key, 'definition', '{}', 'meta', '{}']],
      becomes: null,
    },
  ],
};
