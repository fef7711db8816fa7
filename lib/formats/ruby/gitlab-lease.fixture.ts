import type { Fixture } from '../core/fixture';
import { compareAndDelete } from '../core/fixture-unlocks';

const UUID = '42c60988-1e9f-4df4-9bac-2060cf8ba42e';

export const fixture: Fixture = {
  formatId: 'gitlab-lease',
  unlock: compareAndDelete,
  checkedAgainst: 'GitLab (2024, read), lib/gitlab/exclusive_lease.rb',
  examples: [
    {
      title: 'a lease',
      key: (unique) => `gitlab:exclusive_lease:project_housekeeping:${unique}`,
      write: (key) => [['SET', key, UUID, 'NX', 'EX', 3600]],
      confidence: 'certain',
      holder: { token: UUID, tokenUnique: true },
    },
  ],
  nearMisses: [
    {
      title: 'another value under such a name',
      key: (unique) => `gitlab:exclusive_lease:${unique}`,
      write: (key) => [['SET', key, 'no', 'EX', 3600]],
      becomes: null,
    },
  ],
};
