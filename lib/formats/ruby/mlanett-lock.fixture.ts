import type { Fixture } from '../core/fixture';
import { compareAndDelete } from '../core/fixture-unlocks';

const seconds = (ms: number) => Math.floor(ms / 1000);
const deadlineKey = (key: string) => key.replace('lock:owner:', 'lock:expire:');
const process = { host: 'worker-7', pid: 4711, instance: null };

export const fixture: Fixture = {
  formatId: 'mlanett-lock',
  unlock: compareAndDelete,
  checkedAgainst: 'mlanett-redis-lock 0.2.7 (read), lib/redis-lock.rb',
  examples: [
    {
      title: 'a lock and its deadline',
      key: (unique) => `${unique}:lock:owner:report`,
      write: (key, nowMs) => [
        ['SETNX', key, 'worker-7:4711'],
        ['SETNX', deadlineKey(key), seconds(nowMs) + 60],
      ],
      confidence: 'certain',
      holder: { token: 'worker-7:4711', label: 'worker-7:4711', process },
      valueDeadlineMs: (nowMs) => (seconds(nowMs) + 60) * 1000,
      releaseTouches: (key) => [deadlineKey(key)],
    },
    {
      title: 'a lock whose deadline is missing',
      key: (unique) => `lock:owner:${unique}`,
      write: (key) => [['SETNX', key, 'worker-7:4711']],
      confidence: 'possible',
      holder: { process },
    },
  ],
  nearMisses: [
    {
      title: 'an owner without process',
      key: (unique) => `lock:owner:${unique}`,
      write: (key) => [['SETNX', key, 'kate']],
      becomes: 'plain-string',
    },
    {
      title: 'the deadline',
      key: (unique) => `lock:expire:${unique}`,
      write: (key, nowMs) => [['SETNX', key, seconds(nowMs) + 60]],
      becomes: null,
    },
  ],
};
