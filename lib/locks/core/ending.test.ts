import { randomUUID } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Redis } from 'ioredis';
import { afterEach, describe, expect, test } from 'vitest';
import { closing } from '../../../e2e/support/closing';
import { fileServer } from '../../../e2e/support/file-server';
import { startWaiting, taken } from '../../../e2e/support/lease-of';
import { until } from '../../../e2e/support/redis-server';
import { startProxy } from '../../../e2e/support/tcp-proxy';
import { endWorkers, startWorker } from '../../../e2e/support/worker';
import { mutexChannelOf } from '../../domain/keys/mutex-token';
import { createFair, createMutex, createReadWrite } from '../index';
import { identityOf } from './identity';

const own = fileServer();
const { opened, closers } = closing();
afterEach(endWorkers);

/** `connectionName` is also that of our own connections. */
function another(connectionName?: string): Redis {
  const redis = opened(own.redis.duplicate({ ...(connectionName && { connectionName }) }));
  redis.on('error', () => {});
  return redis;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Connections to the server that have this name. */
async function connections(name: string): Promise<number> {
  const lines = String(await own.redis.client('LIST')).split('\n');
  return lines.filter((line) => line.includes(` name=${name} `)).length;
}

async function subscribers(key: string): Promise<number> {
  return Number((await own.redis.pubsub('NUMSUB', mutexChannelOf(key)))[1]);
}

describe('when the caller closes its Redis client', () => {
  test('a process that waited once ends by itself', async () => {
    const key = randomUUID();
    const lease = await taken(opened(createMutex({ redis: own.redis })), key);
    const worker = startWorker('wait-once', { url: own.server.url, key });
    await worker.event('waiting');
    await lease.release();
    await worker.event('closed');
    await until('the process ends', () => !isAlive(worker.pid), 20_000);
  });

  test.each([
    ['quit', (redis: Redis) => redis.quit()],
    ['disconnect', (redis: Redis) => redis.disconnect()],
  ])('by %s, no connection of ours is left, its waits end, and it may connect again', async (_, end) => {
    const key = randomUUID();
    const holder = opened(createMutex({ redis: own.redis }));
    const lease = await taken(holder, key);
    const redis = another(key);
    const client = opened(createMutex({ redis }));
    const forEver = { waitMs: Number.POSITIVE_INFINITY };
    const head = await startWaiting(client, key, forEver);
    const waits = [head.lease, client.acquire(key, forEver)].map((wait) => wait.catch((error) => error));
    expect([await subscribers(key), await connections(key)]).toEqual([1, 2]);
    await end(redis);
    for (const wait of waits) expect(await wait).toMatchObject({ message: 'Connection is closed.' });
    await until('its subscriber is gone', async () => (await connections(key)) === 0);

    await redis.connect();
    const again = await startWaiting(client, key, forEver);
    await lease.release();
    await (await again.lease).release();
  });

  test('a subscriber of its own stays open', async () => {
    const [redis, subscriber] = [another(), another()];
    const key = randomUUID();
    const lease = await taken(opened(createMutex({ redis: own.redis })), key);
    const client = opened(createMutex({ redis, subscriber }));
    const waiter = await startWaiting(client, key, { waitMs: 60_000 });
    await lease.release();
    await (await waiter.lease).release();
    await redis.quit();
    expect(await subscriber.subscribe(randomUUID())).toBeGreaterThan(0);
  });
});

describe('close', () => {
  test.each([
    ['mutex', createMutex],
    ['fair lock', createFair],
    [
      'read-write lock',
      (options: Parameters<typeof createMutex>[0]) => {
        const { write, close } = createReadWrite(options);
        return { ...write, close };
      },
    ],
  ])('of a %s takes no longer than it may, while Redis does not answer', async (_, create) => {
    const proxy = await startProxy(own.server.port);
    closers.push(() => proxy.close());
    const redis = opened(own.redis.duplicate({ port: proxy.port }));
    redis.on('error', () => {});
    const client = create({ redis, commandTimeoutMs: 600_000, leaseMs: 600_000 });
    const lease = await taken(client as ReturnType<typeof createMutex>, randomUUID());
    proxy.hang();
    await client.close({ timeoutMs: 300 }); // by its commands alone it would outlast the test
    expect(lease.signal.reason).toMatchObject({ code: 'lost', details: { why: 'client-closed' } });
    await client.close({ timeoutMs: 1 });
    proxy.pass();
  });

  test('refuses a time that is none', async () => {
    const client = opened(createMutex({ redis: own.redis }));
    await expect(client.close({ timeoutMs: 0 })).rejects.toMatchObject({ code: 'invalid-argument' });
    await expect(client.close({ timeout: 5 } as never)).rejects.toMatchObject({ code: 'invalid-argument' });
    await (await client.acquire(randomUUID())).release();
  });
});

test('labels may be many: one that no client has any more is forgotten', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const app = randomUUID();
  const kept = opened(createMutex({ redis: own.redis, app, label: 'kept' }));
  const keptId = identityOf(app, 'kept').record.id;
  const used = await Promise.all(
    Array.from({ length: 500 }, async (_, n) => {
      const label = `label ${n}`;
      const client = createMutex({ redis: own.redis, app, label });
      const identity = new WeakRef(identityOf(app, label));
      await (await client.acquire(randomUUID())).release();
      await client.close();
      return identity;
    }),
  );
  await until('they are forgotten', () => {
    collect();
    return used.every((identity) => !identity.deref());
  });
  expect(identityOf(app, 'kept').record.id).toBe(keptId);
  await (await kept.acquire(randomUUID())).release();
});
