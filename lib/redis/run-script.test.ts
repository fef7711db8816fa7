import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Redis } from 'ioredis';
import { afterAll, describe, expect, test } from 'vitest';
import { fileRedis } from '../../e2e/support/file-redis';
import { generatedPath, generateScripts } from './generate-scripts';
import { ReplyCode } from './reply-code';
import { runScript } from './run-script';
import { scripts } from './scripts.generated';

const redisUrl = await fileRedis();
const redis = new Redis(redisUrl);
afterAll(() => redis.disconnect());

test('the generated module is what the Lua files say now', () => {
  expect(readFileSync(generatedPath, 'utf8'), 'run `npm run scripts`').toBe(generateScripts());
});

test.each(Object.values(scripts))('$name starts with its contract', ({ name, keyCount, text }) => {
  expect(text).toMatch(new RegExp(`^-- ${name}-${keyCount ?? 'n'}\\.lua: `));
  if (keyCount === null) expect(text).toContain('-- KEYS[1..n] ');
  for (let i = 1; i <= (keyCount ?? 0); i++) expect(text).toContain(`KEYS[${i}]`);
  expect(text).toMatch(/^-- Returns (?:\{|the number of )/m);
});

describe('the runner', () => {
  test('falls back to EVAL where the server lost its scripts', async () => {
    const key = `${randomUUID()}:lock`;
    for (let round = 0; round < 2; round++) {
      await redis.set(key, 'token', 'PX', 60_000);
      await redis.script('FLUSH', 'SYNC');
      expect(await runScript(redis, scripts.releaseString, [key], ['token'])).toEqual({
        code: ReplyCode.done,
        detail: 0,
      });
    }
  });

  test('refuses a wrong number of keys', async () => {
    await expect(runScript(redis, scripts.releaseString, [], ['token'])).rejects.toMatchObject({
      code: 'unexpected-reply',
    });
  });

  test('carries bytes that are not UTF-8 unharmed', async () => {
    const key = `${randomUUID()}:\xff\xfe lock`;
    await redis.set(Buffer.from(key, 'latin1'), Buffer.from('\x80\x00token', 'latin1'));
    const seen = await runScript(redis, scripts.releaseString, [key], ['\x80\x00token', '', '', 'none']);
    expect(seen.code).toBe(ReplyCode.done);
    expect(await redis.exists(Buffer.from(key, 'latin1'))).toBe(0);
  });
});

describe('release of a string lock', () => {
  test('tells the release channel, and only where there is one', async () => {
    const key = randomUUID();
    const channel = `${key}:released`;
    const waiter = redis.duplicate();
    const heard: string[] = [];
    waiter.on('message', (_, message) => heard.push(message));
    await waiter.subscribe(channel);
    for (const [to, reached] of [
      ['', 0],
      [channel, 1],
    ] as const) {
      await redis.set(key, 'token', 'PX', 60_000);
      expect(await runScript(redis, scripts.releaseString, [key], ['token', to, 'PUBLISH'])).toEqual({
        code: ReplyCode.done,
        detail: reached,
      });
    }
    await waiter.ping();
    expect(heard).toEqual(['0']);
    waiter.disconnect();
  });

  test('leaves the lock alone when the message is refused', async () => {
    const user = `no-channels-${randomUUID()}`;
    await redis.acl('SETUSER', user, 'on', 'nopass', '~*', '+@all', 'resetchannels');
    const limited = redis.duplicate({ username: user, password: 'any' });
    const key = randomUUID();
    await redis.set(key, 'token', 'PX', 60_000);
    const args = ['token', `${key}:released`];
    await expect(runScript(limited, scripts.releaseString, [key], args)).rejects.toThrow(/publish|NOPERM/);
    expect(await redis.get(key)).toBe('token');
    limited.disconnect();
    await redis.acl('DELUSER', user);
  });
});

describe('a reentrant call that is sent again because its reply was lost', () => {
  const channel = (key: string) => `redisson_lock__channel:{${key}}`;
  const acquire = (key: string, count: number) =>
    runScript(redis, scripts.acquireReentrant, [key], ['a:1', 60_000, count]);
  const release = (key: string, left: number) =>
    runScript(redis, scripts.releaseReentrant, [key], ['a:1', 60_000, channel(key), 'PUBLISH', left]);

  test('counts once', async () => {
    const key = randomUUID();
    for (const count of [1, 1, 2, 2]) expect(await acquire(key, count)).toEqual({ code: 1, detail: count });
    for (const left of [1, 1]) expect(await release(key, left)).toEqual({ code: 2, detail: left });
    expect(await redis.hget(key, 'a:1')).toBe('1');
  });

  test('never re-enters a lock that is gone', async () => {
    const key = randomUUID();
    expect((await acquire(key, 2)).code).toBe(ReplyCode.absent);
    expect(await redis.exists(key)).toBe(0);
  });
});

describe('a value that is not unique', () => {
  test('is not released when the deadline moved, even to an earlier one', async () => {
    const key = `${randomUUID()}:lock`;
    for (const laterLeaseMs of [30_000, 90_000]) {
      await redis.set(key, '1', 'PX', 60_000);
      const [seconds, micros] = await redis.time();
      const seen = Number(seconds) * 1000 + Math.floor(Number(micros) / 1000) + (await redis.pttl(key));
      await redis.set(key, '1', 'PX', laterLeaseMs);
      const refused = await runScript(redis, scripts.releaseString, [key], ['1', '', '', seen]);
      expect(refused.code).toBe(ReplyCode.deadlineMoved);
      expect(await redis.get(key)).toBe('1');
    }
  });

  test('is not released when it had no TTL and has one now', async () => {
    const key = `${randomUUID()}:lock`;
    await redis.set(key, '1', 'PX', 60_000);
    const refused = await runScript(redis, scripts.releaseString, [key], ['1', '', '', 'none']);
    expect(refused.code).toBe(ReplyCode.deadlineMoved);
  });
});

describe('force release of a reentrant lock', () => {
  const keys = (key: string) => [key, `redisson_lock_queue:{${key}}`, `redisson_lock_timeout:{${key}}`];
  const release = (key: string, token: string, count: number) =>
    runScript(redis, scripts.forceReleaseReentrant, keys(key), [
      token,
      count,
      `redisson_lock__channel:{${key}}`,
      'PUBLISH',
    ]);

  test('takes all holds at once, and only from the holder and hold count that were seen', async () => {
    const key = randomUUID();
    await redis.hset(key, 'a:1', 2);
    expect((await release(key, 'b:1', 2)).code).toBe(ReplyCode.otherHolder);
    expect(await release(key, 'a:1', 1)).toEqual({ code: ReplyCode.countDiffers, detail: 2 });
    expect(await redis.hget(key, 'a:1')).toBe('2');
    expect((await release(key, 'a:1', 2)).code).toBe(ReplyCode.done);
    expect((await release(key, 'a:1', 2)).code).toBe(ReplyCode.absent);
  });

  test('refuses a hash with fields beside the holder, such as a read-write lock', async () => {
    const key = randomUUID();
    await redis.hset(key, 'mode', 'write', 'a:1', 1);
    expect((await release(key, 'a:1', 1)).code).toBe(ReplyCode.otherFields);
    expect(await redis.exists(key)).toBe(1);
  });

  test('of a fair lock drops stale heads from both keys and wakes the live head on its own channel', async () => {
    const key = randomUUID();
    const [, queue = '', deadlines = ''] = keys(key);
    await redis.hset(key, 'a:1', 1);
    await redis.rpush(queue, 'stale:1', 'live:1');
    await redis.zadd(deadlines, Date.now() - 1, 'stale:1', Date.now() + 60_000, 'live:1');
    const waiter = redis.duplicate();
    const woken = new Promise((resolve) => waiter.on('message', (_, message) => resolve(message)));
    await waiter.subscribe(`redisson_lock__channel:{${key}}:live:1`);
    expect(await release(key, 'a:1', 1)).toEqual({ code: ReplyCode.done, detail: 1 });
    expect(await woken).toBe('0');
    expect(await redis.lrange(queue, 0, -1)).toEqual(['live:1']);
    expect(await redis.zrange(deadlines, '0', '-1')).toEqual(['live:1']);
    waiter.disconnect();
  });
});
