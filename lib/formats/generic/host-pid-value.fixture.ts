import type { HolderProcess } from '../../contract/holder';
import type { Example, Fixture } from '../core/fixture';

function example(value: string, label: string, process: Partial<HolderProcess>): Example {
  return {
    title: value,
    key: (unique) => `${unique}:lock`,
    write: (key) => [['SET', key, value, 'NX', 'PX', 30_000]],
    confidence: 'likely',
    holder: {
      token: value,
      tokenUnique: false,
      label,
      holdCount: null,
      process: { host: null, pid: null, instance: null, ...process },
    },
    alternatives: ['StackExchange.Redis LockTake', 'unknown value'],
  };
}

export const fixture: Fixture = {
  formatId: 'host-pid-value',
  unlock: null,
  checkedAgainst: 'nothing: these values follow no library',
  examples: [
    example('worker-7:4711', 'worker-7:4711', { host: 'worker-7', pid: 4711 }),
    example('api.example.com:4711:12', 'api.example.com:4711', { host: 'api.example.com', pid: 4711 }),
    example('web1-4711-140234', 'web1:4711', { host: 'web1', pid: 4711 }),
    example('4711@worker-7', 'worker-7:4711', { host: 'worker-7', pid: 4711 }),
    example('10.0.0.7:8080', '10.0.0.7', { host: '10.0.0.7' }),
    example('{"hostname":"web1","pid":4711,"at":"2026-10-14"}', 'web1:4711', { host: 'web1', pid: 4711 }),
    example('{"host":"web1"}', 'web1', { host: 'web1' }),
    example('4711', '4711', { host: null, pid: 4711 }),
  ],
  nearMisses: [
    {
      title: 'the edit lock of WordPress: a time and the id of a user',
      key: (unique) => `post:${unique}:_edit_lock`,
      write: (key, nowMs) => [['SET', key, `${Math.floor(nowMs / 1000)}:1`]],
      becomes: null,
    },
    {
      title: 'two numbers',
      key: (unique) => `${unique}:lock`,
      write: (key, nowMs) => [['SET', key, `${Math.floor(nowMs / 1000)}:1`, 'PX', 30_000]],
      becomes: 'plain-string',
    },
    {
      title: 'an address under any name',
      key: (unique) => `${unique}:leader`,
      write: (key) => [['SET', key, 'worker-7:4711', 'PX', 30_000]],
      becomes: null,
    },
    ...[
      'user:42',
      '2026-10-14',
      '{"hosts":["web1"]}',
      '{"host":',
      'a:b:c',
      '8d3c3d43-4711-4cd8-8966',
      '8d3c3d43-03b0-4cd8-8966-8bbd088f8c58:7',
    ].map((value) => ({
      title: value,
      key: (unique: string) => `${unique}:lock`,
      write: (key: string) => [['SET', key, value, 'PX', 30_000] as const],
      becomes: 'plain-string',
    })),
  ],
};
