import type { Fixture } from '../core/fixture';
import type { Command } from '../core/fixture-unlocks';
import { compareAndDelete } from '../core/fixture-unlocks';

const QUEUE = '8ff8ff44-c6d2-4e5f-b735-f5c72ba3a3b8';
const STARTED_MS = 1_700_000_000_000;
const job = (key: string, nowMs: number): Command => [
  ...['HSET', key.replace(/:lock$/, ''), 'name', '__default__', 'data', '{"z":1}', 'opts', '{"attempts":1}'],
  ...['timestamp', nowMs - 9_000, 'delay', 0, 'priority', 0, 'processedOn', STARTED_MS],
];

export const fixture: Fixture = {
  formatId: 'bull-job-lock',
  unlock: compareAndDelete,
  checkedAgainst: 'bull 4.16.5, run; lib/job.js, lib/commands/takeLock-1.lua, moveToActive-8.lua',
  examples: [
    {
      title: 'a job with its lock',
      key: (unique) => `bull:${unique}:1:lock`,
      write: (key, nowMs) => [job(key, nowMs), ['SET', key, QUEUE, 'PX', 30_000, 'NX']],
      confidence: 'certain',
      holder: {
        token: QUEUE,
        tokenUnique: true,
        label: null,
        since: { atMs: STARTED_MS, atLeast: false },
        process: { host: null, pid: null, instance: QUEUE },
      },
    },
    {
      title: 'a job too large to be read',
      key: (unique) => `bull:${unique}:1:lock`,
      write: (key, nowMs) => [
        [...job(key, nowMs), 'returnvalue', 'x'.repeat(900_000)],
        ['SET', key, QUEUE, 'PX', 30_000, 'NX'],
      ],
      confidence: 'likely',
      holder: { token: QUEUE },
      alternatives: ['RedLock.net', 'hand-written SET NX PX'],
    },
  ],
  nearMisses: [
    {
      title: 'a UUID beside a hash that is no job',
      key: (unique) => `shop:${unique}:7:lock`,
      write: (key) => [
        ['HSET', key.replace(/:lock$/, ''), 'total', 12, 'opts', '{}'],
        ['SET', key, QUEUE, 'PX', 30_000, 'NX'],
      ],
      becomes: 'random-token',
    },
    {
      title: 'a UUID beside nothing',
      key: (unique) => `shop:${unique}:7:lock`,
      write: (key) => [['SET', key, QUEUE, 'PX', 30_000, 'NX']],
      becomes: 'random-token',
    },
    {
      title: 'a BullMQ token',
      key: (unique) => `bull:${unique}:1:lock`,
      write: (key, nowMs) => [job(key, nowMs), ['SET', key, `${QUEUE}:0`, 'PX', 30_000, 'NX']],
      becomes: 'bullmq-job',
    },
  ],
};
