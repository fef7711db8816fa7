import type { Example, Fixture } from '../core/fixture';
import { compareAndDelete } from '../core/fixture-unlocks';

const SERVER = '8d3c3d43-03b0-4cd8-8966-8bbd088f8c58';

function example(title: string, resource: (unique: string) => string): Example {
  return {
    title,
    key: resource,
    write: (key) => [['SET', key, SERVER, 'NX', 'PX', 30_000]],
    confidence: 'likely',
    holder: {
      token: SERVER,
      tokenUnique: false,
      process: { host: null, pid: null, instance: SERVER },
    },
  };
}

export const fixture: Fixture = {
  formatId: 'hangfire-lock',
  unlock: compareAndDelete,
  checkedAgainst: 'Hangfire.Redis.StackExchange, RedisLock.cs (read, not run)',
  examples: [
    example('a recurring job', (unique) => `{hangfire}:lock:recurring-job:${unique}`),
    example('a recurring job under a prefix of its own', (unique) => `{shop}:lock:recurring-job:${unique}`),
    example('the schedule poller', (unique) => `{hangfire}:${unique}:locks:schedulepoller`),
    example('a queue', (unique) => `{hangfire}:queue:${unique}:dequeued:lock`),
  ],
  nearMisses: [
    {
      title: 'a GUID in its key space',
      key: (unique) => `{hangfire}:server:${unique}`,
      write: (key) => [['SET', key, SERVER]],
      becomes: null,
    },
    {
      title: 'a counter in its key space',
      key: (unique) => `{hangfire}:stats:${unique}`,
      write: (key) => [['SET', key, 17]],
      becomes: null,
    },
    {
      title: 'a lock of something else',
      key: (unique) => `${unique}:lock`,
      write: (key) => [['SET', key, SERVER, 'PX', 30_000]],
      becomes: 'random-token',
    },
  ],
};
