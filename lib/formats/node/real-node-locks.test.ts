import { randomUUID } from 'node:crypto';
import { Redlock } from '@sesamecare-oss/redlock';
import { Redis } from 'ioredis';
import { MultiSemaphore, Mutex, Semaphore } from 'redis-semaphore';
import { afterAll, expect, test } from 'vitest';
import { fileRedis } from '../../../e2e/support/file-redis';
import { until } from '../../../e2e/support/redis-server';
import { readKeys } from '../../redis/reading/read-keys';
import { runScript } from '../../redis/run-script';
import type { HolderAction } from '../core/format';
import { createNameMatcher, recognise } from '../index';

const redisUrl = await fileRedis();
const redis = new Redis(redisUrl);
const client: ConstructorParameters<typeof Mutex>[0] = redis as never;
const names = createNameMatcher([]);
afterAll(() => redis.disconnect());

async function look(key: string) {
  const [raw] = await readKeys(redis, [key], Date.now);
  return raw ? recognise(raw, { now: Date.now(), named: names.matches(key) }) : null;
}

async function actOn(key: string): Promise<HolderAction & { id: string | undefined }> {
  const found = await look(key);
  const [holder] = found?.decoded.holders ?? [];
  if (!found || !holder) throw new Error(`${key} was not recognised`);
  const seen = { holdCount: holder.holdCount, deadlineMs: 'none' as const };
  return {
    key,
    token: holder.token,
    holder,
    seen,
    sight: found.sight,
    publish: 'PUBLISH' as const,
    id: found.format.id,
  };
}

async function free(key: string): Promise<number> {
  const act = await actOn(key);
  const plan = (await look(key))?.format.release?.(act);
  if (!plan) throw new Error('no release');
  return (await runScript(redis, plan.script, plan.keys, plan.args)).code;
}

async function extend(key: string, leaseMs: number): Promise<number> {
  const act = await actOn(key);
  const plan = (await look(key))?.format.extend?.(act, leaseMs);
  if (!plan) throw new Error('no extend');
  return (await runScript(redis, plan.script, plan.keys, plan.args)).code;
}

test('a Mutex of redis-semaphore is known, extended and freed, and its holder hears that it was lost', async () => {
  const name = randomUUID();
  const lost: unknown[] = [];
  const options = {
    identifierSuffix: 'api',
    refreshInterval: 300,
    onLockLost: (error: unknown) => lost.push(error),
  };
  const mutex = new Mutex(client, name, options);
  await mutex.acquire();
  const act = await actOn(`mutex:${name}`);
  expect(act).toMatchObject({
    id: 'redis-semaphore-mutex',
    holder: { label: 'api', token: mutex.identifier },
  });
  expect(await extend(`mutex:${name}`, 60_000)).toBe(1);
  expect(await free(`mutex:${name}`)).toBe(1);
  await until('the loss', () => lost.length === 1);
  const other = new Mutex(client, name, { refreshInterval: 0 });
  expect(await other.tryAcquire()).toBe(true);
  await mutex.release();
  expect(await redis.get(`mutex:${name}`)).toBe(other.identifier);
});

test('holders of a Semaphore are told apart, and freeing one leaves the other', async () => {
  const name = randomUUID();
  const key = `semaphore:${name}`;
  const [a, b, c] = [1, 2, 3].map(
    () => new Semaphore(client, name, 2, { refreshInterval: 0, acquireAttemptsLimit: 1 }),
  );
  if (!a || !b || !c) throw new Error('no semaphores');
  await a.acquire();
  await b.acquire();
  expect(await c.tryAcquire()).toBe(false);
  const { decoded, format } = (await look(key)) ?? {};
  expect(format?.id).toBe('redis-semaphore');
  expect(decoded?.permits).toEqual({ available: null, held: 2, expired: 0 });
  expect(decoded?.holders.map(({ token }) => token).sort()).toEqual([a.identifier, b.identifier].sort());
  const { token } = await actOn(key);
  expect(await free(key)).toBe(1);
  expect(await c.tryAcquire()).toBe(true);
  expect(await redis.zrange(key, '0', '-1')).not.toContain(token);
  expect(await redis.zcard(key)).toBe(2);
});

test('all permits of a MultiSemaphore are one holder, freed and extended together', async () => {
  const name = randomUUID();
  const key = `semaphore:${name}`;
  const options = { refreshInterval: 0, acquireAttemptsLimit: 1, lockTimeout: 5_000 };
  const [a, b] = [
    new MultiSemaphore(client, name, 5, 3, options),
    new MultiSemaphore(client, name, 5, 3, options),
  ];
  await a.acquire();
  const { decoded } = (await look(key)) ?? {};
  expect(decoded?.holders).toMatchObject([{ token: a.identifier }]);
  expect(decoded?.permits?.held).toBe(3);
  expect(await extend(key, 60_000)).toBe(1);
  const scores = (await redis.zrange(key, '0', '-1', 'WITHSCORES')).filter((_, i) => i % 2 === 1);
  expect(new Set(scores).size).toBe(1);
  expect((await look(key))?.decoded.holders[0]?.ttlMs).toBeGreaterThan(55_000);
  expect(await b.tryAcquire()).toBe(false);
  expect(await free(key)).toBe(1);
  expect(await redis.exists(key)).toBe(0);
  expect(await b.tryAcquire()).toBe(true);
});

test('a Semaphore with an identifier of the application is only possible, freed, and never extended', async () => {
  const name = randomUUID();
  const semaphore = new Semaphore(client, name, 2, { refreshInterval: 0, identifier: 'worker_1' });
  await semaphore.acquire();
  const key = `semaphore:${name}`;
  const found = await look(key);
  expect(found).toMatchObject({ confidence: 'possible', format: { id: 'redis-semaphore' } });
  expect(found?.format.extend?.(await actOn(key), 60_000)).toBeNull();
  expect(await free(key)).toBe(1);
});

test('redlock-universal and @sesamecare-oss/redlock write what node-redlock writes', async () => {
  const [one, other] = [randomUUID(), randomUUID()].map((id) => `locks:${id}`);
  if (!one || !other) throw new Error('no names');
  const { createLock, IoredisAdapter } = await import(
    '../../../e2e/interop/node/newer-node/redlock-universal'
  );
  const universal = createLock({ adapter: new IoredisAdapter(redis as never), key: one, ttl: 20_000 });
  const held = await universal.acquire();
  const sesame = new Redlock([redis as never], { retryCount: 0 });
  const lock = await sesame.acquire([other], 20_000);
  for (const [key, value] of [
    [one, held.value],
    [other, lock.value],
  ] as const) {
    const act = await actOn(key);
    expect(act.id).toMatch(/^(?:node-redlock|random-token|redis-py-lock)$/);
    expect(act.token).toBe(value);
    expect(await free(key)).toBe(1);
  }
  await expect(lock.release()).rejects.toThrow();
  expect(await universal.release(held)).toBe(false);
});
