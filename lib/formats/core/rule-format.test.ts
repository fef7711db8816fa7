import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, describe, expect, test } from 'vitest';
import { fileRedis } from '../../../e2e/support/file-redis';
import { until } from '../../../e2e/support/redis-server';
import { extendLock } from '../../actions/run/extend-lock';
import { releaseLock } from '../../actions/run/release-lock';
import { heldOf, readLock, seenOf } from '../../reads/read-lock';
import { createRegistry } from '../index';
import type { Rule } from './rule';

const redisUrl = await fileRedis();
const redis = new Redis(redisUrl);
afterAll(() => redis.disconnect());

const base = `rule:${randomUUID().slice(0, 8)}`;
const nowS = Math.floor(Date.now() / 1000);
const token = `web-1:31:${nowS}`;

const text: Rule = {
  id: 'shop-lock',
  library: 'Shop locks',
  language: 'PHP',
  key: `${base}:text:*`,
  type: 'string',
  token: '(?<host>[^:]+):(?<pid>\\d+):(?<since>\\d+)',
  since: 's',
  tokenUnique: true,
  ttlFloor: { share: 0.5 },
  wake: { channel: 'shop:{key}:free', message: 'free {key}' },
  hazards: ['job-runs-twice'],
};
const shared: Rule = { id: 'shared', library: 'Shared', key: `${base}:shared:*`, type: 'string' };
const hash: Rule = {
  id: 'shop-hash',
  library: 'Shop hash',
  key: { pattern: `${base}:(?<label>\\w+):hash` },
  type: 'hash',
  token: '(?<instance>[0-9a-f]{8})',
  tokenUnique: true,
  wake: { list: '{key}:wake', message: '1', ttlMs: 5_000 },
};
const zset: Rule = {
  id: 'shop-zset',
  library: 'Shop zset',
  key: `${base}:zset:*`,
  type: 'zset',
  tokenUnique: true,
};
const set: Rule = {
  id: 'shop-set',
  library: 'Shop set',
  key: `${base}:set:*`,
  type: 'set',
  tokenUnique: true,
};
const registry = createRegistry({ rules: [text, shared, hash, zset, set] });
const options = { now: Date.now, named: true, registry };

async function read(key: string, tokenDigest?: string) {
  const { lock } = await readLock(redis, key, { ...options, tokenDigest });
  if (!lock) throw new Error(`${key} is no lock`);
  return lock;
}

async function listen(channel: string) {
  const waiter = redis.duplicate();
  const messages: string[] = [];
  waiter.on('message', (_, message) => messages.push(message));
  await waiter.subscribe(channel);
  return { messages, stop: () => waiter.disconnect() };
}

describe('a rule for strings', () => {
  test('reads who holds the lock and since when, before the built-in formats', async () => {
    const key = `${base}:text:a`;
    await redis.set(key, token, 'PX', 60_000);
    const { recognised, holders } = await read(key);
    expect(recognised.format).toMatchObject({ id: 'shop-lock', library: 'Shop locks', language: 'PHP' });
    expect(recognised.confidence).toBe('likely');
    expect(holders[0]?.holder).toMatchObject({
      label: 'web-1:31',
      process: { host: 'web-1', pid: 31, instance: null },
      since: { atMs: nowS * 1000, atLeast: false },
    });
  });

  test('leaves values of another shape to other formats', async () => {
    const key = `${base}:text:b`;
    await redis.set(key, randomUUID(), 'PX', 60_000);
    expect((await read(key)).recognised.format.id).toBe('random-token');
  });

  test('names its keys and its channels', () => {
    expect(registry.names.matches(`${base}:text:x`)).toBe(true);
    expect(registry.names.matches(`${base}:other:x`)).toBe(false);
    expect(registry.channelPatterns).toContain('shop:*:free');
    expect(registry.keysOfChannel(`shop:${base}:text:x:free`)).toEqual([`${base}:text:x`]);
    expect(registry.keysOfChannel(`shop:${base}:other:free`)).toEqual([]);
  });

  test('releases, and wakes who listens on its channel with its message', async () => {
    const key = `${base}:text:c`;
    await redis.set(key, token, 'PX', 60_000);
    const heard = await listen(`shop:${key}:free`);
    const { woken } = await releaseLock(redis, key, seenOf(await read(key)), options);
    expect(woken).toBe(1);
    await until('the message', () => heard.messages.includes(`free ${key}`));
    heard.stop();
    expect(await redis.exists(key)).toBe(0);
  });

  test('refuses once another holder has it, and wakes nobody', async () => {
    const key = `${base}:text:d`;
    await redis.set(key, token, 'PX', 60_000);
    const seen = seenOf(await read(key));
    const successor = `web-2:32:${nowS}`;
    await redis.set(key, successor, 'PX', 60_000);
    const heard = await listen(`shop:${key}:free`);
    await expect(releaseLock(redis, key, seen, options)).rejects.toMatchObject({ code: 'changed' });
    expect(await redis.get(key)).toBe(successor);
    expect(heard.messages).toEqual([]);
    heard.stop();
  });

  test('extends a unique token whatever its deadline', async () => {
    const key = `${base}:text:e`;
    await redis.set(key, token, 'PX', 20_000);
    const seen = seenOf(await read(key));
    await redis.pexpire(key, 30_000);
    await extendLock(redis, key, seen, 90_000, options);
    expect(await redis.pttl(key)).toBeGreaterThan(80_000);
  });

  test('without a unique token compares the deadline too', async () => {
    const key = `${base}:shared:a`;
    await redis.set(key, 'busy', 'PX', 20_000);
    const lock = await read(key);
    expect(lock.recognised).toMatchObject({ confidence: 'possible', format: { id: 'shared' } });
    await redis.set(key, 'busy', 'PX', 60_000);
    await expect(releaseLock(redis, key, seenOf(lock), options)).rejects.toMatchObject({ code: 'changed' });
    expect(await redis.exists(key)).toBe(1);
  });
});

describe('a rule for hashes', () => {
  test('takes groups of the key too, counts holds, wakes by a list', async () => {
    const key = `${base}:night:hash`;
    await redis.hset(key, 'deadbeef', 2);
    await redis.pexpire(key, 60_000);
    const lock = await read(key);
    expect(lock.holders[0]?.holder).toMatchObject({
      label: 'night',
      holdCount: 2,
      process: { instance: 'deadbeef' },
    });
    await releaseLock(redis, key, seenOf(lock), options);
    expect(await redis.exists(key)).toBe(0);
    expect(await redis.lrange(`${key}:wake`, 0, -1)).toEqual(['1']);
    expect(await redis.pttl(`${key}:wake`)).toBeGreaterThan(0);
  });

  test('refuses when the holder entered once more', async () => {
    const key = `${base}:again:hash`;
    await redis.hset(key, 'deadbeef', 1);
    const seen = seenOf(await read(key));
    await redis.hincrby(key, 'deadbeef', 1);
    await expect(releaseLock(redis, key, seen, options)).rejects.toMatchObject({ code: 'changed' });
    expect(await redis.exists(`${key}:wake`)).toBe(0);
  });

  test('leaves a hash alone of which one field is no token', async () => {
    const key = `${base}:mixed:hash`;
    await redis.hset(key, 'deadbeef', 1, 'created', 'today');
    expect((await readLock(redis, key, options)).lock).toBeNull();
  });
});

describe.each([
  ['zset', (key: string, member: string) => redis.zadd(key, 1.5, member)],
  ['set', (key: string, member: string) => redis.sadd(key, member)],
])('a rule for a %s', (type, add) => {
  test('frees one holder and leaves the others', async () => {
    const key = `${base}:${type}:a`;
    await add(key, 'one');
    await add(key, 'two');
    const { holders } = await read(key);
    expect(holders).toHaveLength(2);
    const two = holders.find(({ token: each }) => each === 'two');
    const lock = await read(key, two?.tokenDigest);
    expect(heldOf(lock).token).toBe('two');
    await releaseLock(redis, key, seenOf(lock), options);
    expect((await read(key)).holders.map(({ token: each }) => each)).toEqual(['one']);
  });

  test('refuses once the holder is gone', async () => {
    const key = `${base}:${type}:b`;
    await add(key, 'one');
    const lock = await read(key);
    await redis.del(key);
    await add(key, 'two');
    await expect(releaseLock(redis, key, seenOf(lock), options)).rejects.toMatchObject({ code: 'changed' });
    expect(await redis.exists(key)).toBe(1);
  });
});
