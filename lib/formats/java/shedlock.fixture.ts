import type { Example, Fixture } from '../core/fixture';
import { plainDelete } from '../core/fixture-unlocks';

const ID = '8d3c3d43-03b0-4cd8-8966-8bbd088f8c58';
const iso = (ms: number) => new Date(ms).toISOString();

function example(title: string, value: (nowMs: number) => string, prefix = 'job-lock:default:'): Example {
  return {
    title,
    key: (unique) => `${prefix}${unique}`,
    write: (key, nowMs) => [['SET', key, value(nowMs), 'NX', 'PX', 600_000]],
    confidence: 'certain',
    holder: {
      tokenUnique: true,
      label: 'worker-7.example.org',
      process: { host: 'worker-7.example.org', pid: null, instance: null },
    },
  };
}

export const fixture: Fixture = {
  formatId: 'shedlock',
  unlock: plainDelete,
  checkedAgainst: 'shedlock-provider-redis-spring 7.10.1 (run), 5.x and older from their source',
  examples: [
    example('a job', (nowMs) => `ADDED:${iso(nowMs)}@worker-7.example.org:${ID}`),
    {
      ...example('a job of an older version', () => 'ADDED:2026-01-02T03:04:05.678Z@worker-7.example.org'),
      holder: { since: { atMs: Date.UTC(2026, 0, 2, 3, 4, 5, 678), atLeast: true } },
    },
    {
      ...example('since when', () => `ADDED:2026-01-02T03:04:05.678Z@worker-7.example.org:${ID}`),
      holder: { since: { atMs: Date.UTC(2026, 0, 2, 3, 4, 5, 678), atLeast: false } },
    },
    example(
      'a job under a prefix of its own',
      (nowMs) => `ADDED:${iso(nowMs)}@worker-7.example.org`,
      'jobs:',
    ),
    example('a time in microseconds', (nowMs) => `ADDED:${iso(nowMs).slice(0, -1)}123Z@worker-7.example.org`),
    {
      ...example('an address of version 6 as host', (nowMs) => `ADDED:${iso(nowMs)}@fe80::1:${ID}`),
      holder: { label: 'fe80::1' },
    },
  ],
  nearMisses: [
    {
      title: 'a remark that begins alike',
      key: (unique) => `${unique}:note`,
      write: (key) => [['SET', key, 'ADDED: by hand@home', 'PX', 60_000]],
      becomes: null,
    },
    {
      title: 'a time that is none',
      key: (unique) => `${unique}:lock`,
      write: (key) => [['SET', key, 'ADDED:2026-99-99T99:99:99Z@host', 'PX', 60_000]],
      becomes: 'plain-string',
    },
  ],
};
