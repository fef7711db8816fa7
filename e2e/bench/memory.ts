/**
 * What 100,000 locks in the collector's index weigh, and whether anything grows while 1,000 locks a second come and go for
 * ten minutes (`--minutes N`). Baseline: the same process before it watched anything.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Redis } from 'ioredis';
import { collect } from '../../lib/collector/collect';
import { createMemoryStore } from '../../lib/history/memory/memory-store';
import { type Figure, printReport } from '../support/bench-report';
import { startRedisServer, until } from '../support/redis-server';

const LOCKS = 100_000;
const CHURN_PER_SECOND = 1_000;
const LIVES_MS = 2_000;
const FILL = 1_000;
const WARM_UP_MS = 60_000;
const OWNER = '8d3c3d43-03b0-4cd8-8966-8bbd088f8c58:47';
const MIB = 2 ** 20;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const at = process.argv.indexOf('--minutes');
const minutes = at > 0 ? Number(process.argv[at + 1]) : 10;
if (!(minutes > 0)) throw new Error('--minutes must be a number above 0');

function heapBytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

async function fill(redis: Redis): Promise<void> {
  for (let from = 0; from < LOCKS; from += FILL) {
    const pipeline = redis.pipeline();
    for (let i = from; i < from + FILL; i++)
      pipeline.hset(`bench:lock:${i}`, OWNER, '1').pexpire(`bench:lock:${i}`, 7_200_000);
    await pipeline.exec();
  }
}

/** Takes locks of ever new names, each of which lapses by itself after two seconds. */
async function churn(redis: Redis, ms: number, from: number): Promise<number> {
  const startedAt = performance.now();
  let sent = 0;
  while (performance.now() - startedAt < ms) {
    const due = Math.floor(((performance.now() - startedAt) / 1000) * CHURN_PER_SECOND);
    for (; sent < due; sent++)
      void redis.set(`churn:${from + sent}:lock`, `token-${from + sent}-of-nobody`, 'PX', LIVES_MS);
    await pause(1);
  }
  return sent;
}

const server = await startRedisServer();
const redis = new Redis(server.url);
let seq = 0;
const before = heapBytes();
const collector = collect({
  target: {
    ...{
      name: 'bench',
      environment: 'bench',
      production: false,
      url: `${server.url}/0`,
      db: 0,
      readOnly: true,
    },
    ...{ topology: { kind: 'standalone' as const }, tls: null },
    ...{ patterns: [], prefixes: [], trackKeyspace: true, commandsPerSecond: 50_000 },
  },
  history: createMemoryStore(),
  host: { nextSeq: () => ++seq },
});
try {
  await fill(redis);
  collector.start();
  await until('every lock', () => collector.locks().length === LOCKS, 120_000);
  const held = heapBytes();
  let taken = 0;
  /** Bytes in use once that much churn has come and gone. */
  const afterChurn = async (ms: number): Promise<number> => {
    taken += await churn(redis, ms, taken);
    await until('those have lapsed', () => collector.locks().length === LOCKS, 60_000);
    return heapBytes();
  };
  // What is bounded fills up first: events, locks that are gone, a second reading of every lock by the next whole pass.
  const passAtMs = () => collector.nodes()[0]?.coverage.completedAtMs ?? 0;
  const firstPassMs = passAtMs();
  await afterChurn(WARM_UP_MS);
  while (passAtMs() === firstPassMs) await afterChurn(WARM_UP_MS / 6);
  const [full, rssFull] = [heapBytes(), process.memoryUsage().rss];
  const warmUp = taken;
  const half = await afterChurn(minutes * 30_000);
  const rssHalf = process.memoryUsage().rss;
  const after = await afterChurn(minutes * 30_000);
  const { rss } = process.memoryUsage();
  const figures: Figure[] = [
    { name: 'locks', value: LOCKS, unit: '' },
    { name: 'heap for each lock', value: (held - before) / LOCKS, unit: 'B' },
    { name: 'RSS', value: rss / MIB, unit: 'MiB' },
    { name: 'locks that came and went', value: taken - warmUp, unit: '' },
    {
      name: `heap larger after ${minutes} minutes by`,
      value: (after - full) / MIB,
      unit: 'MiB',
      ratio: after / full,
    },
    { name: 'heap, in the second half', value: (after - half) / MIB, unit: 'MiB', ratio: after / half },
    {
      name: `RSS larger after ${minutes} minutes by`,
      value: (rss - rssFull) / MIB,
      unit: 'MiB',
      ratio: rss / rssFull,
    },
    { name: 'RSS, in the second half', value: (rss - rssHalf) / MIB, unit: 'MiB', ratio: rss / rssHalf },
  ];
  printReport({
    name: 'memory',
    baseline:
      'the same process before; growth: after a minute of the same churn and a second pass over all keys',
    figures,
  });
} finally {
  await collector.stop();
  redis.disconnect();
  await server.close();
}
