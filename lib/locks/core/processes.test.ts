import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Redis } from 'ioredis';
import { afterAll, afterEach, expect, test } from 'vitest';
import { fileRedis } from '../../../e2e/support/file-redis';
import { until } from '../../../e2e/support/redis-server';
import type { WorkerEvent } from '../../../e2e/workers/worker';
import { createMutex, createReentrant } from '../index';

const redisUrl = await fileRedis();
const root = fileURLToPath(new URL('../../../', import.meta.url));
const redis = new Redis(redisUrl);
const children: ChildProcess[] = [];
afterAll(() => redis.disconnect());
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  }
});

type Worker = {
  child: ChildProcess;
  said<E extends WorkerEvent['event']>(event: E): Promise<Extract<WorkerEvent, { event: E }>>;
};

function start(program: string, key: string, ...more: string[]): Worker {
  const file = `e2e/workers/${program}.ts`;
  const args = ['--import', 'tsx', file, '--url', redisUrl, '--key', key, ...more];
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const events: WorkerEvent[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => events.push(JSON.parse(line)));
  return {
    child,
    said: async (event) => {
      const found = await until(`${program} says ${event}`, () =>
        events.find((each) => each.event === event),
      );
      return found as Extract<WorkerEvent, { event: typeof event }>;
    },
  };
}

async function kill(worker: Worker, signal: NodeJS.Signals): Promise<void> {
  const gone = once(worker.child, 'exit');
  worker.child.kill(signal);
  await gone;
}

test('the lock of a killed holder goes to the waiter in another process when it is force released', async () => {
  const key = randomUUID();
  const holder = start('hold-reentrant', key, '--hold-count', '2');
  const { token } = await holder.said('held');
  const waiter = start('wait-reentrant', key);
  await waiter.said('waiting');
  await kill(holder, 'SIGKILL');
  expect(await redis.hgetall(key)).toEqual({ [token]: '2' });
  await using client = createReentrant({ redis });
  expect(await client.forceRelease(key, { token, holdCount: 2 })).toEqual({ woken: 1 });
  const successor = await waiter.said('held');
  expect(await redis.hgetall(key)).toEqual({ [successor.token]: '1' });
  await kill(waiter, 'SIGTERM');
  await waiter.said('released');
  expect(await redis.exists(key)).toBe(0);
});

test('the lock of a killed holder is taken when its lease ends', async () => {
  const key = randomUUID();
  const holder = start('hold-mutex', key, '--lease-ms', '1500');
  const { token } = await holder.said('held');
  await kill(holder, 'SIGKILL');
  expect(await redis.get(key)).toBe(token);
  await using client = createMutex({ redis });
  const lease = await client.acquire(key, { waitMs: 15_000 });
  expect(await redis.get(key)).toBe(lease.token);
});

test('a holder that is asked to stop gives all its holds back', async () => {
  const key = randomUUID();
  const holder = start('hold-reentrant', key, '--hold-count', '3');
  const { token } = await holder.said('held');
  expect(await redis.hget(key, token)).toBe('3');
  await kill(holder, 'SIGTERM');
  await holder.said('released');
  expect(holder.child.exitCode).toBe(0);
  expect(await redis.exists(key)).toBe(0);
});
