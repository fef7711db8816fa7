import type { Fixture } from '../core/fixture';
import { readsOnly } from '../core/fixture-unlocks';

export const fixture: Fixture = {
  formatId: 'machinery-lock',
  unlock: readsOnly,
  checkedAgainst: 'RichardKnop/machinery v1 and v2, locks/redis, utils.GetLockName (source)',
  examples: [
    {
      title: 'a periodic task',
      key: (unique) => `machinery_lock_worker${unique}*/3 * * * *`,
      write: (key, nowMs) => [['SET', key, `${nowMs + 60_000}123456`, 'NX', 'PX', 60_000]],
      confidence: 'certain',
      holder: { tokenUnique: true },
      valueDeadlineMs: (nowMs) => nowMs + 60_000,
    },
  ],
  nearMisses: [
    {
      title: 'nanoseconds under another name',
      key: (unique) => `${unique}:lock`,
      write: (key, nowMs) => [['SETNX', key, `${nowMs + 60_000}123456`]],
      becomes: 'timestamp-value',
    },
    {
      title: 'milliseconds under such a name',
      key: (unique) => `machinery_lock_${unique}`,
      write: (key, nowMs) => [['SETNX', key, nowMs + 60_000]],
      becomes: 'timestamp-value',
    },
  ],
};
