import type { Fixture } from '../core/fixture';

const seconds = (ms: number) => Math.floor(ms / 1000);
const process = { host: null, pid: 4711, instance: null };

export const fixture: Fixture = {
  formatId: 'epoch-pid-lock',
  unlock: null,
  checkedAgainst: 'PatrickTulskie-redis-lock (read), lib/redis/lock.rb; newer releases add the thread',
  examples: [
    {
      title: 'deadline, pid and thread',
      key: (unique) => `lock:${unique}`,
      write: (key, nowMs) => [['SETNX', key, `${seconds(nowMs) + 61}-4711-70368`]],
      confidence: 'likely',
      holder: { tokenUnique: true, label: 'pid 4711', process },
      valueDeadlineMs: (nowMs) => (seconds(nowMs) + 61) * 1000,
    },
    {
      title: 'deadline and pid, of an older release, long past',
      key: (unique) => `${unique}:lock:beers`,
      write: (key, nowMs) => [['SETNX', key, `${seconds(nowMs) - 3_600}-4711`]],
      confidence: 'likely',
      holder: { process },
      valueDeadlineMs: (nowMs) => (seconds(nowMs) - 3_600) * 1000,
    },
  ],
  nearMisses: [
    {
      title: 'digits that are no time of ours',
      key: (unique) => `lock:${unique}`,
      write: (key) => [['SETNX', key, '9876543210-4711']],
      becomes: 'plain-string',
    },
    {
      title: 'the same under another name',
      key: (unique) => `${unique}:order`,
      write: (key, nowMs) => [['SETNX', key, `${seconds(nowMs)}-4711`]],
      becomes: null,
    },
  ],
};
