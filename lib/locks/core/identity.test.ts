import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { Redis } from 'ioredis';
import { afterAll, expect, test } from 'vitest';
import { closing } from '../../../e2e/support/closing';
import { fileRedis } from '../../../e2e/support/file-redis';
import { until } from '../../../e2e/support/redis-server';
import { parseMutexToken } from '../../domain/keys/mutex-token';
import { KEEP_MS, parseProcessRecord, processKeyOf } from '../../domain/keys/process-record';
import { createMutex, createReentrant, createSemaphore, lockEvents } from '../index';

const redisUrl = await fileRedis();
const redis = new Redis(redisUrl);
afterAll(() => redis.disconnect());
const { closers, opened } = closing();

const exists = async (id: string) => (await redis.exists(processKeyOf(id))) === 1;

test('the tokens of every kind of lock lead to a record that says who holds it', async () => {
  const who = { redis, app: randomUUID(), label: 'eu-1' };
  const mutex = await opened(createMutex(who)).acquire(randomUUID(), { waitMs: 0 });
  const reentrant = await opened(createReentrant(who)).acquire(randomUUID(), { waitMs: 0 });
  const permit = await opened(createSemaphore({ ...who, permits: 1 })).acquire(randomUUID(), { waitMs: 0 });
  const id = parseMutexToken(mutex.token)?.processId ?? '';
  expect(reentrant.token.split(':')[0]).toBe(id);
  expect(permit.token.slice(0, 16)).toBe(id.replaceAll('-', '').slice(0, 16));
  await until('the record is written', () => exists(id));
  const record = parseProcessRecord(id, (await redis.get(processKeyOf(id))) ?? '');
  expect(record).toMatchObject({ app: who.app, label: 'eu-1', host: hostname(), pid: process.pid });
  expect(Math.abs((record?.startMs ?? 0) - performance.timeOrigin)).toBeLessThan(2);
  const left = await redis.pttl(processKeyOf(id));
  expect(left).toBeLessThanOrEqual(KEEP_MS);
  expect(left).toBeGreaterThan(KEEP_MS - 10_000);
});

test('the record goes with the last client of its name, and in order', async () => {
  const who = { redis, app: randomUUID() };
  const [a, b] = [opened(createMutex(who)), opened(createReentrant(who))];
  const { token } = await a.acquire(randomUUID(), { waitMs: 0 });
  await b.acquire(randomUUID(), { waitMs: 0 });
  const id = parseMutexToken(token)?.processId ?? '';
  await until('the record is written', () => exists(id));
  await a.close();
  expect(await exists(id)).toBe(true);
  await b.close();
  expect(await exists(id)).toBe(false);
});

test('another name or label in the same process is another holder', async () => {
  const app = randomUUID();
  const idOf = async (label?: string) => {
    const client = opened(createMutex({ redis, app, ...(label ? { label } : {}) }));
    return parseMutexToken((await client.acquire(randomUUID(), { waitMs: 0 })).token)?.processId;
  };
  const ids = [await idOf(), await idOf('a'), await idOf('b'), await idOf('a')];
  expect(new Set(ids).size).toBe(3);
  expect(ids[1]).toBe(ids[3]);
});

test('no record is written where the caller wants none', async () => {
  const client = opened(createMutex({ redis, app: randomUUID(), heartbeat: false }));
  const { token } = await client.acquire(randomUUID(), { waitMs: 0 });
  await redis.ping();
  expect(await exists(parseMutexToken(token)?.processId ?? '')).toBe(false);
});

test('a record that may not be written costs no lock, and is told', async () => {
  const user = `no-record-${randomUUID()}`;
  const key = randomUUID();
  await redis.acl('SETUSER', user, 'on', 'nopass', `~${key}`, '&*', '+@all');
  const limited = opened(redis.duplicate({ username: user, password: 'any' }));
  const told: unknown[] = [];
  closers.push(lockEvents.heartbeat.listen(({ error }) => told.push(error)));
  const client = opened(createMutex({ redis: limited, app: randomUUID() }));
  const lease = await client.acquire(key, { waitMs: 0 });
  await until('it is told', () => told.length > 0);
  expect(String(told[0])).toContain('NOPERM');
  await lease.release();
});

test.each([
  [{ app: '' }, 'app'],
  [{ label: 'x'.repeat(257) }, 'label'],
])('%j is refused by name', (options, argument) => {
  expect(() => createMutex({ redis, ...options })).toThrowError(
    expect.objectContaining({ code: 'invalid-argument', details: { argument } }),
  );
});
