import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, describe, expect, test } from 'vitest';
import { fileRedis } from '../../../e2e/support/file-redis';
import { previewAction } from '../../actions/plan/preview-action';
import { releaseLock } from '../../actions/run/release-lock';
import { readLock, seenOf } from '../../reads/read-lock';
import { createRegistry } from '../index';

const redisUrl = await fileRedis();
const redis = new Redis(redisUrl);
afterAll(() => redis.disconnect());

const base = `unknown:${randomUUID().slice(0, 8)}`;
const registry = createRegistry({
  patterns: [`${base}:shut:*`, { glob: `${base}:open:*`, release: true }, { glob: `${base}:lock:*` }],
});
const options = { now: Date.now, named: true, registry };
const target = { name: 'test', db: 0, production: false, readOnly: false };

const writes: [
  type: string,
  write: (key: string) => Promise<unknown>,
  change: (key: string) => Promise<unknown>,
][] = [
  ['string', (key) => redis.set(key, 'what is this'), (key) => redis.set(key, 'something else')],
  ['hash', (key) => redis.hset(key, 'a', '1', 'b', '2'), (key) => redis.hset(key, 'b', '3')],
  ['zset', (key) => redis.zadd(key, 1.25, 'm', '+inf', 'n'), (key) => redis.zincrby(key, 1, 'm')],
  ['list', (key) => redis.rpush(key, 'x', 'y', 'x'), (key) => redis.lset(key, 1, 'z')],
  ['set', (key) => redis.sadd(key, 'x', 'y'), (key) => redis.smove(key, `${key}:other`, 'x')],
];

async function read(key: string) {
  const { lock } = await readLock(redis, key, options);
  if (!lock) throw new Error(`${key} is not shown`);
  return lock;
}

describe.each(writes)('a %s that no format takes', (type, write, change) => {
  test('is shown under a pattern, and not released without the opt-in, which is named', async () => {
    const key = `${base}:shut:${type}`;
    await write(key);
    const lock = await read(key);
    expect(lock.recognised).toMatchObject({
      confidence: 'possible',
      format: { library: 'unknown value', kind: 'plain' },
    });
    const { allowed, why } = previewAction(lock, { action: 'release' }, { target, lock: null });
    expect(allowed).toBe(false);
    expect(why).toMatchObject({
      code: 'release-unsupported',
      message: expect.stringContaining(
        `"${base}:shut:*" must have "release": true in the setting "patterns"`,
      ),
      needs: { setting: 'patterns', pattern: `${base}:shut:*` },
    });
    await expect(releaseLock(redis, key, seenOf(lock), options)).rejects.toMatchObject({
      code: 'release-unsupported',
      details: { needs: { setting: 'patterns', pattern: `${base}:shut:*` } },
    });
    expect(await redis.exists(key)).toBe(1);
  });

  test('is released where its pattern allows it', async () => {
    const key = `${base}:open:${type}`;
    await write(key);
    const lock = await read(key);
    expect(previewAction(lock, { action: 'release' }, { target, lock: null }).allowed).toBe(true);
    await releaseLock(redis, key, seenOf(lock), options);
    expect(await redis.exists(key)).toBe(0);
  });

  test('is left alone once anything in it changed, or its deadline', async () => {
    const key = `${base}:open:${type}:changed`;
    await write(key);
    const seen = seenOf(await read(key));
    await redis.pexpire(key, 60_000);
    await expect(releaseLock(redis, key, seen, options)).rejects.toMatchObject({ code: 'changed' });
    await redis.persist(key);
    await change(key);
    const before = await redis.dumpBuffer(key);
    await expect(releaseLock(redis, key, seen, options)).rejects.toMatchObject({ code: 'changed' });
    expect(await redis.dumpBuffer(key)).toEqual(before);
  });

  test('is nothing where no pattern matches', async () => {
    const key = `${base}:${type}`;
    await write(key);
    const { lock } = await readLock(redis, key, { ...options, named: false });
    expect(lock).toBeNull();
  });
});

test('the script compares all of it again, against a change after the last reading', async () => {
  for (const [type, write, change] of writes.slice(1)) {
    const key = `${base}:open:late:${type}`;
    await write(key);
    const lock = await read(key);
    const [held] = lock.holders;
    const seen = seenOf(lock);
    if (!held) throw new Error('no holder');
    const plan = lock.recognised.format.release?.({
      key,
      ...held,
      seen,
      sight: lock.recognised.sight,
      publish: 'PUBLISH',
    });
    await change(key);
    if (!plan) throw new Error('no plan');
    const reply = await redis.eval(plan.script.text, plan.keys.length, ...plan.keys, ...plan.args);
    expect(reply).toEqual([-1, 0]);
    expect(await redis.exists(key)).toBe(1);
  }
});

test('what is too large to be read as a whole is not released', async () => {
  const key = `${base}:open:large`;
  await redis.rpush(key, ...Array.from({ length: 500 }, (_, i) => String(i)));
  const lock = await read(key);
  const { why } = previewAction(lock, { action: 'release' }, { target, lock: null });
  expect(why).toEqual({ code: 'release-unsupported', message: 'unknown value cannot be released from here' });
});

test('a lock-like name does not stand for the opt-in of its pattern; without a pattern it is enough', async () => {
  const key = `${base}:lock:1`;
  await redis.set(key, 'what is this', 'PX', 60_000);
  expect((await read(key)).recognised.format.release).toBeUndefined();
  const { lock } = await readLock(redis, key, { now: Date.now, named: true });
  expect(lock?.recognised.format).toMatchObject({ id: 'plain-string', release: expect.any(Function) });
});

test('locks under a pattern stay what they are', async () => {
  const key = `${base}:shut:worker`;
  await redis.set(key, randomUUID(), 'PX', 60_000);
  expect((await read(key)).recognised.format.id).toBe('random-token');
});
