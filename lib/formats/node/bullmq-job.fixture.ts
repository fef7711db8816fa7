import type { Fixture } from '../core/fixture';
import type { Command } from '../core/fixture-unlocks';
import { compareAndDelete } from '../core/fixture-unlocks';

const WORKER = '4580c093-c8fb-4861-8294-12a225b5c073';
const STARTED_MS = 1_700_000_000_000;
const job = (key: string, nowMs: number, ...more: (string | number)[]): Command => [
  ...['HSET', key.replace(/:lock$/, ''), 'name', 'x', 'data', '{"a":1}', 'opts', '{"attempts":0}'],
  ...['timestamp', nowMs - 9_000, 'delay', 0, 'priority', 0, 'processedOn', STARTED_MS, 'ats', 1, ...more],
];
const token = (value: string, ttlMs = 30_000) => [value, 'PX', ttlMs];

export const fixture: Fixture = {
  formatId: 'bullmq-job',
  unlock: compareAndDelete,
  checkedAgainst:
    'bullmq 6.7.0, run: Worker with and without a name, custom job id, prefix with a hash tag; moveToActive, extendLock',
  examples: [
    {
      title: 'a job of a named worker',
      key: (unique) => `bull:${unique}:17:lock`,
      write: (key, nowMs) => [job(key, nowMs, 'pb', 'worker-7'), ['SET', key, ...token(`${WORKER}:0`)]],
      confidence: 'certain',
      holder: {
        token: `${WORKER}:0`,
        tokenUnique: true,
        label: 'worker-7',
        since: { atMs: STARTED_MS, atLeast: false },
        process: { host: null, pid: null, instance: WORKER },
      },
    },
    {
      title: 'a job of a worker without a name, in a queue with a hash tag',
      key: (unique) => `{my}:${unique}:order-17:lock`,
      write: (key, nowMs) => [job(key, nowMs), ['SET', key, ...token(`${WORKER}:41`)]],
      confidence: 'certain',
      holder: { token: `${WORKER}:41`, label: null },
    },
    {
      title: 'the run of a repeated job',
      key: (unique) => `bull:${unique}:repeat:0fc231521bc67967f3c288a4935288fa:1795289225797:lock`,
      write: (key, nowMs) => [job(key, nowMs), ['SET', key, ...token(`${WORKER}:2`, 12_000)]],
      confidence: 'certain',
      holder: {},
    },
    {
      title: 'a job that was fetched by hand',
      key: (unique) => `bull:${unique}:17:lock`,
      write: (key, nowMs) => [job(key, nowMs), ['SET', key, ...token(WORKER)]],
      confidence: 'certain',
      holder: { token: WORKER, process: null },
    },
    {
      title: 'a lock whose job was removed',
      key: (unique) => `bull:${unique}:17:lock`,
      write: (key) => [['SET', key, ...token(`${WORKER}:0`)]],
      confidence: 'likely',
      holder: { label: null, since: null },
      alternatives: ['hand-written SET NX PX'],
    },
    {
      title: 'a job too large to be read',
      key: (unique) => `bull:${unique}:17:lock`,
      write: (key, nowMs) => [
        job(key, nowMs, 'returnvalue', 'x'.repeat(900_000)),
        ['SET', key, ...token(`${WORKER}:0`)],
      ],
      confidence: 'likely',
      holder: { label: null, since: null },
    },
    {
      title: 'the same beside a hash that is no job',
      key: (unique) => `shop:${unique}:17:lock`,
      write: (key) => [
        ['HSET', key.replace(/:lock$/, ''), 'total', 12],
        ['SET', key, ...token(`${WORKER}:0`)],
      ],
      confidence: 'likely',
      holder: {},
    },
  ],
  nearMisses: [
    {
      title: 'jedis-lock: the time it ends behind the UUID, and no TTL',
      key: (unique) => `a:${unique}:17:lock`,
      write: (key, nowMs) => [['SET', key, `${WORKER}:${nowMs + 60_000}`]],
      becomes: 'jedis-lock',
    },
    {
      title: 'the key that guards the stalled check',
      key: (unique) => `bull:${unique}:stalled-check`,
      write: (key, nowMs) => [['SET', key, nowMs, 'PX', 30_000]],
      becomes: null,
    },
    {
      title: 'a deduplication key',
      key: (unique) => `bull:${unique}:de:lock`,
      write: (key) => [['SET', key, '17', 'PX', 30_000]],
      becomes: null,
    },
    {
      title: 'a token without TTL',
      key: (unique) => `bull:${unique}:17:lock`,
      write: (key) => [['SET', key, `${WORKER}:0`]],
      becomes: 'plain-string',
    },
    {
      title: 'a token under a name that is no job',
      key: (unique) => `${unique}:lock`,
      write: (key) => [['SET', key, ...token(`${WORKER}:0`)]],
      becomes: 'plain-string',
    },
  ],
};
