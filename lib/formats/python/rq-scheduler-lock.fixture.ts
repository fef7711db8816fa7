import type { Fixture } from '../core/fixture';
import { plainDelete } from '../core/fixture-unlocks';

const NAME = '2b131678d51a403087602888c686104a';

export const fixture: Fixture = {
  formatId: 'rq-scheduler-lock',
  unlock: plainDelete,
  checkedAgainst: 'rq 3.0.0 (run): scheduler.py, scripts.py; rq 1.16 to 2.9 for the pid',
  examples: [
    {
      title: 'a scheduler with its record',
      key: (unique) => `${unique}:rq:scheduler-lock:high`,
      write: (key) => [
        ['SET', key, NAME, 'EX', 61],
        [
          'HSET',
          `${key.slice(0, 9)}rq:scheduler:${NAME}`,
          ...['name', NAME, 'hostname', 'worker-7', 'pid', '5151', 'queues', 'low,high'],
          ...['created_at', '2026-11-21T19:28:57.985488Z', 'last_heartbeat', '2026-11-21T19:28:57.986973Z'],
        ],
      ],
      confidence: 'certain',
      holder: {
        tokenUnique: true,
        label: 'worker-7',
        process: { host: 'worker-7', pid: 5151, instance: NAME },
      },
    },
    {
      title: 'a scheduler whose record has lapsed',
      key: (unique) => `${unique}:rq:scheduler-lock:high`,
      write: (key) => [['SET', key, '3b131678d51a403087602888c686104a', 'EX', 61]],
      confidence: 'certain',
      holder: {
        label: null,
        process: { host: null, pid: null, instance: '3b131678d51a403087602888c686104a' },
      },
    },
    {
      title: 'a pid',
      key: (unique) => `rq:scheduler-lock:${unique}`,
      write: (key) => [['SET', key, '4711', 'NX', 'EX', 61]],
      confidence: 'likely',
      holder: { tokenUnique: false, label: 'pid 4711', process: { host: null, pid: 4711, instance: null } },
    },
  ],
  nearMisses: [
    {
      title: 'the guard of a clean-up',
      key: (unique) => `rq:clean_registries:${unique}`,
      write: (key) => [['SET', key, '1', 'EX', 899]],
      becomes: null,
    },
    {
      title: 'another value under such a name',
      key: (unique) => `rq:scheduler-lock:${unique}`,
      write: (key) => [['SET', key, 'paused']],
      becomes: null,
    },
  ],
};
