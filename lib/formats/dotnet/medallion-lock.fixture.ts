import type { Fixture } from '../core/fixture';
import { compareAndDelete } from '../core/fixture-unlocks';

const GUID = '8d3c3d4303b04cd889668bbd088f8c58';
const TOKEN = `WEB_01_4711_${GUID}`;
const process = { host: 'WEB_01', pid: 4711, instance: null };

export const fixture: Fixture = {
  formatId: 'medallion-lock',
  unlock: compareAndDelete,
  checkedAgainst: 'DistributedLock.Redis 2.8, RedLockHelper.cs and RedisMutexPrimitive.cs (read, not run)',
  examples: [
    {
      title: 'a mutex under a lock-like name, of a machine with _ in its name',
      key: (unique) => `${unique}:lock`,
      write: (key) => [['SET', key, TOKEN, 'NX', 'PX', 30_000]],
      confidence: 'likely',
      holder: { token: TOKEN, tokenUnique: true, label: 'WEB_01:4711', process },
    },
    {
      title: 'a mutex under any name',
      key: (unique) => `invoices/${unique}`,
      write: (key) => [['SET', key, `büro_1_${GUID}`, 'NX', 'PX', 30_000]],
      confidence: 'possible',
      holder: { label: 'büro:1', process: { host: 'büro', pid: 1, instance: null } },
      alternatives: ['hand-written SET NX PX'],
    },
  ],
  nearMisses: [
    {
      title: 'an id that no GUID made',
      key: (unique) => `${unique}:lock`,
      write: (key) => [['SET', key, 'WEB01_4711_8d3c3d4303b01cd889668bbd088f8c58', 'PX', 30_000]],
      becomes: 'plain-string',
    },
    {
      title: 'a process that is no number',
      key: (unique) => `${unique}:lock`,
      write: (key) => [['SET', key, `WEB01_x_${GUID}`, 'PX', 30_000]],
      becomes: 'plain-string',
    },
    {
      title: 'a session of that shape',
      key: (unique) => `session:${unique}`,
      write: (key) => [['SET', key, TOKEN, 'PX', 30_000]],
      becomes: null,
    },
  ],
};
