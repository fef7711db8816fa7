import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Redis } from 'ioredis';
import { type Figure, percentile } from '../../support/bench-report';
import { startRedisServer, until } from '../../support/redis-server';
import type { FromWatcher, Known } from './watcher';

const LOCKS = 50_000;
const CHANGES_PER_SECOND = 500;
const SECONDS = 20;
const OWNER = '8d3c3d43-03b0-4cd8-8966-8bbd088f8c58:47';
const FILL = 1_000;
const LIMIT_MS = 120_000;

const keyOf = (i: number) => `bench:lock:${String(i).padStart(5, '0')}`;

/** What one phase cost Redis. */
type Cost = { commandsPerSecond: number; ofOneCore: number };
type Watched = Cost & { values: number[]; missed: number; watcherCore: number; rss: number };

/**
 * From a change in Redis to the collector's index, with 50,000 held locks and 500 changes a second, beside an inspector that
 * polls every two seconds; what each costs Redis is beyond what the changes alone cost.
 */
export async function toIndex(): Promise<Figure[]> {
  const alone = await onServer((redis) => measured(redis, () => drive(redis, new Map())));
  const collector = await onServer((redis, url) => watched('collector', redis, url));
  const poller = await onServer((redis, url) => watched('poller', redis, url));
  const beyond = (cost: Cost) => cost.commandsPerSecond - alone.commandsPerSecond;
  const core = (cost: Cost) => (cost.ofOneCore - alone.ofOneCore) * 100;
  const latency = (p: number): Figure => {
    const [value, polled] = [percentile(collector.values, p), percentile(poller.values, p)];
    return { name: `change to index p${p * 100}`, value, unit: 'ms', ratio: value / polled };
  };
  return [
    { name: 'held locks', value: LOCKS, unit: '' },
    { name: 'changes a second', value: CHANGES_PER_SECOND, unit: '1/s' },
    latency(0.5),
    latency(0.95),
    latency(0.99),
    { name: 'changes never in the index', value: collector.missed, unit: '' },
    {
      name: 'commands we cause',
      value: beyond(collector),
      unit: '1/s',
      ratio: beyond(collector) / beyond(poller),
    },
    {
      name: 'Redis CPU we cause',
      value: core(collector),
      unit: '% of a core',
      ratio: core(collector) / core(poller),
    },
    { name: 'our own CPU', value: collector.watcherCore * 100, unit: '% of a core' },
    { name: 'our own RSS', value: collector.rss / 2 ** 20, unit: 'MiB' },
    {
      name: 'polling inspector: change to knowing p95',
      value: percentile(poller.values, 0.95),
      unit: 'ms',
      ratio: 1,
    },
    { name: 'polling inspector: commands', value: beyond(poller), unit: '1/s', ratio: 1 },
    { name: 'polling inspector: Redis CPU', value: core(poller), unit: '% of a core', ratio: 1 },
  ];
}

async function onServer<T>(work: (redis: Redis, url: string) => Promise<T>): Promise<T> {
  const server = await startRedisServer();
  const redis = new Redis(server.url);
  try {
    for (let from = 0; from < LOCKS; from += FILL) {
      const pipeline = redis.pipeline();
      for (let i = from; i < from + FILL; i++)
        pipeline.hset(keyOf(i), OWNER, '1').pexpire(keyOf(i), 7_200_000);
      await pipeline.exec();
    }
    return await work(redis, server.url);
  } finally {
    redis.disconnect();
    await server.close();
  }
}

/** Raises the hold counts of all locks in turns; `written` = count of each key and when it was sent. */
async function drive(redis: Redis, written: Map<string, { count: number; atMs: number }[]>): Promise<void> {
  const startedAt = performance.now();
  let sent = 0;
  while (performance.now() - startedAt < SECONDS * 1000) {
    const due = Math.floor(((performance.now() - startedAt) / 1000) * CHANGES_PER_SECOND);
    for (; sent < due; sent++) {
      const key = keyOf((sent * 7_919) % LOCKS);
      const changes = written.get(key) ?? [];
      const count = (changes.at(-1)?.count ?? 1) + 1;
      written.set(key, [...changes, { count, atMs: performance.timeOrigin + performance.now() }]);
      void redis.hset(key, OWNER, String(count));
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await redis.ping();
}

async function measured(redis: Redis, work: () => Promise<void>): Promise<Cost> {
  const [before, startedAt] = [await usageOf(redis), performance.now()];
  await work();
  const [after, seconds] = [await usageOf(redis), (performance.now() - startedAt) / 1000];
  return {
    commandsPerSecond: (after.commands - before.commands) / seconds,
    ofOneCore: (after.cpu - before.cpu) / seconds,
  };
}

async function usageOf(redis: Redis): Promise<{ commands: number; cpu: number }> {
  const info = `${await redis.info('stats')}${await redis.info('cpu')}`;
  const field = (name: string) => Number(new RegExp(`^${name}:(.*)\\r`, 'm').exec(info)?.[1]);
  return {
    commands: field('total_commands_processed'),
    cpu: field('used_cpu_sys') + field('used_cpu_user'),
  };
}

async function watched(what: 'collector' | 'poller', redis: Redis, url: string): Promise<Watched> {
  const script = fileURLToPath(new URL('./watcher.ts', import.meta.url));
  const child = fork(script, [what, url, String(LOCKS)], { execArgv: ['--import', 'tsx'] });
  const seen = new Map<string, Known[]>();
  let ready = false;
  child.on('message', (message: FromWatcher) => {
    if (message.is === 'ready') ready = true;
    if (message.is !== 'known') return;
    for (const known of message.known) {
      const all = seen.get(known[0]);
      if (all) all.push(known);
      else seen.set(known[0], [known]);
    }
  });
  try {
    await until(`the ${what} knows every lock`, () => ready, LIMIT_MS);
    const written = new Map<string, { count: number; atMs: number }[]>();
    const before = await usedBy(child);
    const cost = await measured(redis, () => drive(redis, written));
    const after = await usedBy(child);
    const isKnown = () =>
      [...written].every(
        ([key, changes]) => (seen.get(key)?.at(-1)?.[1] ?? 0) >= (changes.at(-1)?.count ?? 0),
      );
    await until(`the ${what} knows every change`, isKnown, LIMIT_MS).catch(() => {}); // counted below
    return {
      ...cost,
      ...latencies(written, seen),
      watcherCore: (after.cpuMs - before.cpuMs) / (SECONDS * 1000),
      rss: after.rss,
    };
  } finally {
    child.disconnect();
    await once(child, 'exit');
  }
}

async function usedBy(child: ChildProcess): Promise<Extract<FromWatcher, { is: 'used' }>> {
  const answer = new Promise<Extract<FromWatcher, { is: 'used' }>>((resolve) => {
    const hear = (message: FromWatcher) => {
      if (message.is !== 'used') return;
      child.off('message', hear);
      resolve(message);
    };
    child.on('message', hear);
  });
  child.send('used');
  return answer;
}

/** Time of each change until its count, or a later one of the same key, was read. */
function latencies(
  written: ReadonlyMap<string, readonly { count: number; atMs: number }[]>,
  seen: ReadonlyMap<string, readonly Known[]>,
): { values: number[]; missed: number } {
  const values: number[] = [];
  let missed = 0;
  for (const [key, changes] of written) {
    for (const { count, atMs } of changes) {
      const first = seen.get(key)?.find(([, known]) => known >= count);
      if (first) values.push(Math.max(0, first[2] - atMs));
      else missed++;
    }
  }
  return { values, missed };
}
