import { type Fixture, uuidV1Hex } from '../core/fixture';
import { plainDelete } from '../core/fixture-unlocks';

export const fixture: Fixture = {
  formatId: 'celery-once',
  unlock: plainDelete,
  checkedAgainst: 'celery_once 3.0.1 on redis-py 6.4 and Celery 5.7 (run)',
  examples: [
    {
      title: 'a task with arguments',
      key: (unique) => `qo_tasks.slow_task_a-3_b-{'k': [1, '${unique}']}`,
      write: (key, nowMs) => [['SET', key, uuidV1Hex(nowMs - 5_000), 'NX', 'PX', 3_600_000]],
      confidence: 'certain',
      holder: { tokenUnique: true, process: { host: '172.17.0.3', pid: null, instance: null } },
    },
    {
      title: 'its task and arguments, behind a prefix',
      key: (unique) => `${unique}:qo_tasks.add_a-1`,
      write: (key, nowMs) => [['SET', key, uuidV1Hex(nowMs, 'b7c2a1904e55'), 'NX', 'PX', 60_000]],
      confidence: 'certain',
      holder: { label: 'tasks.add_a-1', process: { host: null, pid: null, instance: 'b7c2a1904e55' } },
    },
    {
      title: 'a task that was queued months ago',
      key: (unique) => `${unique}:qo_tasks.add_a-1`,
      write: (key, nowMs) => [['SET', key, uuidV1Hex(nowMs - 90 * 86_400_000), 'NX']],
      confidence: 'likely',
      holder: { tokenUnique: true },
    },
  ],
  nearMisses: [
    {
      title: 'random digits under such a name',
      key: (unique) => `qo_tasks.add_a-${unique}`,
      write: (key) => [['SET', key, '0'.repeat(12).padEnd(32, 'f'), 'PX', 60_000]],
      becomes: 'node-redlock',
    },
    {
      title: 'a redis-py lock whose name has those letters inside a word',
      key: (unique) => `${unique}:xqo_lock`,
      write: (key, nowMs) => [['SET', key, uuidV1Hex(nowMs), 'PX', 60_000]],
      becomes: 'redis-py-lock',
    },
  ],
};
