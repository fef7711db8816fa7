import type { Fixture } from '../core/fixture';
import { plainDelete } from '../core/fixture-unlocks';

export const fixture: Fixture = {
  formatId: 'arq-job',
  unlock: plainDelete,
  checkedAgainst: 'arq 0.28.0 (read), constants.py, worker.py',
  examples: [
    {
      title: 'a job that runs',
      key: (unique) => `arq:in-progress:${unique}`,
      write: (key) => [['PSETEX', key, 310_000, '1']],
      confidence: 'likely',
      holder: { token: '1', tokenUnique: false },
    },
    {
      title: 'a cron job that ended',
      key: (unique) => `arq:in-progress:cron:${unique}:1795266206000`,
      write: (key) => [['PSETEX', key, 60_000, '1']],
      confidence: 'likely',
      holder: { tokenUnique: false },
    },
  ],
  nearMisses: [
    {
      title: 'the job itself',
      key: (unique) => `arq:job:${unique}`,
      write: (key) => [['PSETEX', key, 60_000, '1']],
      becomes: null,
    },
  ],
};
