import type { Fixture } from '../core/fixture';
import { compareAndDelete } from '../core/fixture-unlocks';

const process = { host: 'worker-7.example.org', pid: 4711, instance: null };

export const fixture: Fixture = {
  formatId: 'resque-leader',
  unlock: compareAndDelete,
  checkedAgainst: 'resque-scheduler (read), locking.rb; node-resque 9, scheduler.ts',
  examples: [
    {
      title: 'the scheduler of resque-scheduler',
      key: (unique) => `${unique}:resque:resque_scheduler_master_lock`,
      write: (key) => [['SET', key, 'worker-7.example.org:4711', 'NX', 'EX', 180]],
      confidence: 'certain',
      library: 'resque-scheduler',
      holder: { tokenUnique: true, label: 'worker-7.example.org:4711', process },
    },
    {
      title: 'the leader of node-resque',
      key: (unique) => `${unique}:resque:resque_scheduler_leader_lock`,
      write: (key) => [['SET', key, 'worker-7.example.org:4711', 'NX', 'EX', 180]],
      confidence: 'certain',
      library: 'node-resque',
      holder: { process },
    },
  ],
  nearMisses: [
    {
      title: 'a name in place of a process',
      key: (unique) => `${unique}:resque_scheduler_master_lock`,
      write: (key) => [['SET', key, 'nobody', 'EX', 180]],
      becomes: 'plain-string',
    },
  ],
};
