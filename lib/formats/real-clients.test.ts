import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { Redis } from 'ioredis';
import { afterAll, expect, test } from 'vitest';
import { fileRedis } from '../../e2e/support/file-redis';
import { readKeys } from '../redis/reading/read-keys';
import { runScript } from '../redis/run-script';
import { createNameMatcher, recognise } from './index';

const redisUrl = await fileRedis();

type Held = { value: string; unlock(): Promise<void> };
type RedlockClass = new (
  clients: Redis[],
  options: { retryCount: number },
) => { lock(key: string | string[], ttlMs: number): Promise<Held> };
const Redlock: RedlockClass = createRequire(import.meta.url)('redlock');

const redis = new Redis(redisUrl);
afterAll(() => redis.disconnect());
const names = createNameMatcher([]);

async function look(key: string) {
  const [raw] = await readKeys(redis, [key], Date.now);
  return raw ? recognise(raw, { now: Date.now(), named: names.matches(key) }) : null;
}

test('a lock of the npm library redlock is called node-redlock, and released by its own rule', async () => {
  const key = `locks:${randomUUID()}`;
  const held = await new Redlock([redis], { retryCount: 0 }).lock(key, 20_000);
  const found = await look(key);
  expect(found?.format.id).toMatch(/^(?:node-redlock|random-token|redis-py-lock)$/);
  expect(found?.decoded.holders[0]?.token).toBe(held.value);
  if (found?.format.id === 'node-redlock') expect(found.confidence).toBe('likely');
  const seen = { holdCount: null, deadlineMs: 'none' } as const;
  const [holder] = found?.decoded.holders ?? [];
  if (!found || !holder) throw new Error('not recognised');
  const plan = found.format.release?.({
    key,
    token: held.value,
    holder,
    seen,
    sight: found.sight,
    publish: 'PUBLISH',
  });
  if (plan) expect((await runScript(redis, plan.script, plan.keys, plan.args)).code).toBe(1);
  await expect(held.unlock()).rejects.toThrow();
});

test('nearly every token of redlock is told from its kin', async () => {
  const redlock = new Redlock([redis], { retryCount: 0 });
  const ids: string[] = [];
  for (let i = 0; i < 100; i++) {
    const key = `locks:${randomUUID()}`;
    await redlock.lock(key, 20_000);
    ids.push((await look(key))?.format.id ?? 'none');
  }
  expect(ids.filter((id) => id === 'node-redlock').length).toBeGreaterThan(80);
});

test('SET k 1 NX is called plain SETNX and names nobody', async () => {
  const key = `cron:${randomUUID()}:lock`;
  await redis.set(key, '1', 'NX');
  const found = await look(key);
  expect(found?.format).toMatchObject({ id: 'constant-value', library: 'plain SETNX' });
  expect(found?.decoded).toMatchObject({
    ttlMs: 'none',
    holders: [{ token: '1', tokenUnique: false, label: null }],
  });
});
