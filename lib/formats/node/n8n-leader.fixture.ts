import type { Fixture } from '../core/fixture';
import { plainDelete } from '../core/fixture-unlocks';

export const fixture: Fixture = {
  formatId: 'n8n-leader',
  unlock: plainDelete,
  checkedAgainst:
    'n8n main of 2026, leader-election-client.ts, instance-settings.ts, multi-main-setup.config.ts, read: 10 s, asked every 3 s',
  examples: [
    {
      title: 'a main in a container',
      key: (unique) => `${unique}:main_instance_leader`,
      write: (key) => [['SET', key, 'main-6bf523178bc6', 'EX', 10, 'NX']],
      confidence: 'certain',
      holder: {
        label: 'main-6bf523178bc6',
        process: { host: '6bf523178bc6', pid: null, instance: 'main-6bf523178bc6' },
      },
    },
    {
      title: 'a main outside of one',
      key: (unique) => `${unique}:main_instance_leader`,
      write: (key) => [['SET', key, 'main-bnxa1riryKUNHtln', 'EX', 10, 'NX']],
      confidence: 'certain',
      holder: { process: { host: null, pid: null, instance: 'main-bnxa1riryKUNHtln' } },
    },
  ],
  nearMisses: [
    {
      title: 'another value',
      key: (unique) => `${unique}:main_instance_leader`,
      write: (key) => [['SET', key, 'nobody at all', 'EX', 10]],
      becomes: null,
    },
    {
      title: 'a host id elsewhere',
      key: (unique) => `${unique}:instance`,
      write: (key) => [['SET', key, 'main-6bf523178bc6', 'EX', 10]],
      becomes: null,
    },
  ],
};
