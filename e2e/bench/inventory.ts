/**
 * A full inventory of 1,000,000 keys of which 10,000 are locks: all names matched, all locks read and decoded.
 * Baseline `bare SCAN`: a loop of SCAN COUNT 1000 in this process on the same server, in turns with the inventory.
 * Another client, in a process of its own, measures what PING takes meanwhile.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Redis } from 'ioredis';
import { createCollector } from '../../lib/collector/target/create-collector';
import type { Target } from '../../lib/domain/nodes/target';
import { createMemoryStore } from '../../lib/history/memory/memory-store';
import { type Figure, percentile, printReport } from '../support/bench-report';
import { startRedisServer, until } from '../support/redis-server';
import { decodingFigures } from './decoding';

const KEYS = 1_000_000;
const LOCKS = 10_000;
const ROUNDS = 9;
const PING_ROUNDS = 5;
const UNBOUNDED = 10_000_000;
const LEASE_MS = 3_600_000;
/** How often the collector is asked how far it is: each answer counts its locks, which is work of its own. It tells when it was done. */
const ASK_MS = 200;

const uuid = (i: number) => `8d3c3d43-03b0-4cd8-8966-${i.toString(16).padStart(12, '0')}`;

/** One lock in four formats by turns, under names an application would give them. */
function addLock(pipeline: ReturnType<Redis['pipeline']>, i: number): void {
  if (i % 10 < 4)
    pipeline
      .hset(`shop:lock:order:${i}`, `${uuid(i)}:${i % 64}`, '1')
      .pexpire(`shop:lock:order:${i}`, LEASE_MS);
  else if (i % 10 < 7) pipeline.set(`lock:invoice:${i}`, uuid(i), 'PX', LEASE_MS);
  else if (i % 10 < 9) pipeline.set(`cron:${i}:lock`, '1');
  else pipeline.set(`lock.job.${i}`, String(Date.now() + LEASE_MS));
}

async function fill(redis: Redis): Promise<void> {
  for (let from = 0; from < KEYS; from += 1000) {
    const pipeline = redis.pipeline();
    const pairs: string[] = [];
    for (let i = from; i < from + 1000; i++) {
      if (i % (KEYS / LOCKS) === 0) addLock(pipeline, i / (KEYS / LOCKS));
      else
        pairs.push(
          `${['user', 'session', 'cart', 'page:cache'][i % 4]}:${i}:${(i * 7919) % 9973}`,
          `value ${i}`,
        );
    }
    await pipeline.mset(...pairs).exec();
  }
}

async function bareScan(redis: Redis): Promise<number> {
  const startedAt = performance.now();
  let cursor = '0';
  do {
    [cursor] = await redis.scan(cursor, 'COUNT', 1000);
  } while (cursor !== '0');
  return performance.now() - startedAt;
}

/** From the collector's start, connecting included, to the last lock in its index. */
async function inventory(
  url: string,
  contents: boolean,
): Promise<{ namesMs: number; contentsMs: number | null }> {
  const target: Target = {
    name: 'bench',
    environment: 'bench',
    production: false,
    url,
    topology: { kind: 'standalone' },
    tls: null,
    db: 0,
    patterns: [],
    prefixes: [],
    trackKeyspace: true,
    readOnly: true,
    commandsPerSecond: UNBOUNDED,
  };
  let seq = 0;
  const collector = createCollector({ target, history: createMemoryStore(), host: { nextSeq: () => ++seq } });
  const startedAtMs = Date.now();
  try {
    collector.start();
    const completed = () => collector.nodes()[0]?.coverage.completedAtMs ?? null;
    while (completed() === null) await pause(ASK_MS);
    const completedAtMs = completed() ?? 0;
    const namesMs = completedAtMs - startedAtMs;
    const { length } = collector.locks();
    if (length !== LOCKS) throw new Error(`${length} locks were found, not ${LOCKS}`);
    if (!contents) return { namesMs, contentsMs: null };
    await until('all contents', () => collector.nodes()[0]?.coverage.contents === 1, 600_000);
    return { namesMs, contentsMs: Date.now() - completedAtMs };
  } finally {
    await collector.stop();
  }
}

/**
 * Gives way to Redis and to the other client on the processors: a console has some of its own, and what is asked here is
 * what it does to Redis, not what three busy processes do to each other on two processors.
 */
function stepBack(): void {
  const threads = process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [process.pid];
  for (const thread of threads) setPriority(thread, constants.priority.PRIORITY_LOW);
}

/** What PING takes while `work` runs, ms. */
async function pingsDuring(probe: ChildProcess, work: () => Promise<unknown>): Promise<number[]> {
  probe.send('start');
  await work();
  probe.send('stop');
  const [values] = await once(probe, 'message');
  return values as number[];
}

const server = await startRedisServer();
const redis = new Redis(server.url);
const probePath = fileURLToPath(new URL('../support/ping-probe.ts', import.meta.url));
const probe = fork(probePath, [String(server.port)], { execArgv: ['--import', 'tsx'] });
try {
  await fill(redis);
  for (let round = 0; round < 2; round++) {
    await bareScan(redis);
    await inventory(server.url, false);
  }
  const bare: number[] = [];
  const full: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    bare.push(await bareScan(redis));
    full.push((await inventory(server.url, false)).namesMs);
  }
  stepBack();
  const idlePings: number[] = [];
  const barePings: number[] = [];
  const busyPings: number[] = [];
  for (let round = 0; round < PING_ROUNDS; round++) {
    const second = () => new Promise((resolve) => setTimeout(resolve, 1_000));
    idlePings.push(...(await pingsDuring(probe, second)));
    barePings.push(...(await pingsDuring(probe, () => bareScan(redis))));
    busyPings.push(...(await pingsDuring(probe, () => inventory(server.url, false))));
  }
  const { contentsMs } = await inventory(server.url, true);
  const bareMs = percentile(bare, 0.5);
  const fullMs = percentile(full, 0.5);
  const [idle, during, duringBare] = [idlePings, busyPings, barePings].map((pings) =>
    percentile(pings, 0.99),
  );
  const figures: Figure[] = [
    { name: `bare SCAN of ${KEYS} keys, median of ${ROUNDS}`, value: bareMs, unit: 'ms' },
    {
      name: `inventory with ${LOCKS} locks, median of ${ROUNDS}`,
      value: fullMs,
      unit: 'ms',
      ratio: fullMs / bareMs,
    },
    { name: 'PING p99 of another client, idle', value: idle ?? 0, unit: 'ms' },
    {
      name: 'PING p99 during bare SCAN',
      value: duringBare ?? 0,
      unit: 'ms',
      ratio: (duringBare ?? 0) / (idle ?? 1),
    },
    { name: 'PING p99 during inventory', value: during ?? 0, unit: 'ms', ratio: (during ?? 0) / (idle ?? 1) },
    {
      name: 'contents of all other keys, once',
      value: contentsMs ?? 0,
      unit: 'ms',
      ratio: (contentsMs ?? 0) / bareMs,
    },
  ];
  await redis.flushall();
  figures.push(...(await decodingFigures(redis)));
  printReport({
    name: 'inventory',
    baseline: 'a bare SCAN loop (COUNT 1000); PINGs against an idle server; decoding against matching names',
    figures,
  });
  const slow = fullMs > bareMs * 1.5;
  const harmful = (during ?? 0) >= Math.max(5, (idle ?? 0) * 3);
  if (slow) console.error(`The inventory takes more than 1.5 times a bare SCAN.`);
  if (harmful) console.error(`PING p99 during the inventory is above 5 ms and above 3 times its idle value.`);
  process.exitCode = slow || harmful ? 1 : 0;
} finally {
  probe.disconnect();
  redis.disconnect();
  await server.close();
}
