import type { Fixture } from '../core/fixture';
import { plainDelete } from '../core/fixture-unlocks';

const TASK = '42c60988-1e9f-4df4-9bac-2060cf8ba42e';
const DIGEST = '7bcfb3deffe2d9a2b47298ec685f90b1';

export const fixture: Fixture = {
  formatId: 'celery-singleton',
  unlock: plainDelete,
  checkedAgainst: 'celery-singleton 0.3.1 on Celery 5.7 (run)',
  examples: [
    {
      title: 'a task that is queued or runs',
      key: (unique) => `${unique}SINGLETONLOCK_${DIGEST}`,
      write: (key) => [['SET', key, TASK, 'NX']],
      confidence: 'certain',
      holder: { token: TASK, tokenUnique: true, label: `task ${TASK}` },
    },
    {
      title: 'a task with an id of its own and an expiry',
      key: (unique) => `${unique}SINGLETONLOCK_${DIGEST}`,
      write: (key) => [['SET', key, 'nightly-report-7', 'NX', 'EX', 60]],
      confidence: 'likely',
      holder: { token: 'nightly-report-7' },
    },
  ],
  nearMisses: [
    {
      title: 'a name without digest',
      key: (unique) => `SINGLETONLOCK_${unique}`,
      write: (key) => [['SET', key, TASK, 'NX']],
      becomes: 'random-token',
    },
    {
      title: 'a task id under any name',
      key: (unique) => `celery-task-meta-${unique}`,
      write: (key) => [['SET', key, TASK]],
      becomes: null,
    },
  ],
};
