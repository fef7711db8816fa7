import type { Fixture } from '../core/fixture';
import { plainDelete } from '../core/fixture-unlocks';

const UUID = '42c60988-1e9f-4df4-9bac-2060cf8ba42e';

export const fixture: Fixture = {
  formatId: 'activejob-uniqueness',
  unlock: plainDelete,
  checkedAgainst: 'activejob-uniqueness (read), lock_key.rb; redlock-rb 2.0.6 for the value',
  examples: [
    {
      title: 'a job that is queued',
      key: (unique) => `${unique}:activejob_uniqueness:my_module/my_job:7bcfb3deffe2d9a2b47298ec685f90b1`,
      write: (key) => [['SET', key, UUID, 'NX', 'PX', 86_400_000]],
      confidence: 'certain',
      holder: { token: UUID, tokenUnique: true },
    },
    {
      title: 'a job without arguments while it runs',
      key: (unique) => `${unique}:activejob_uniqueness:my_job:no_arguments:runtime`,
      write: (key) => [['SET', key, UUID, 'NX', 'PX', 86_400_000]],
      confidence: 'certain',
      holder: { token: UUID },
    },
  ],
  nearMisses: [
    {
      title: 'a UUID under another name',
      key: (unique) => `${unique}:uniqueness:my_job`,
      write: (key) => [['SET', key, UUID, 'NX', 'PX', 60_000]],
      becomes: 'random-token',
    },
  ],
};
