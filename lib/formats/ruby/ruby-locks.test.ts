import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, expect, test } from 'vitest';
import { fileRedis } from '../../../e2e/support/file-redis';
import { type ByteString, bytesOf } from '../../domain/keys/bytes';
import { readGroups, readKeys } from '../../redis/reading/read-keys';
import { ReplyCode } from '../../redis/reply-code';
import { runScript } from '../../redis/run-script';
import { companionsOf, createNameMatcher, recognise } from '../index';

const redisUrl = await fileRedis();
const JID = 'b4a577edbccf1d805744efa9';
const redis = new Redis(redisUrl);
const names = createNameMatcher([]);
afterAll(() => redis.disconnect());

async function look(key: ByteString) {
  const [alone] = await readKeys(redis, [key], Date.now);
  if (!alone) throw new Error('nothing was read');
  const [[raw = alone, ...others] = []] = await readGroups(redis, [[key, ...companionsOf(alone)]], Date.now);
  const companions = new Map(others.map((each) => [each.key, each]));
  return recognise(raw, { now: Date.now(), named: names.matches(key), companions });
}

/** Frees the first holder of a lock that never expires. */
async function release(key: ByteString) {
  const found = await look(key);
  const [holder] = found?.decoded.holders ?? [];
  if (!found || !holder) throw new Error('not recognised');
  const seen = { holdCount: holder.holdCount, deadlineMs: 'none' } as const;
  const plan = found.format.release?.({
    key,
    token: holder.token,
    holder,
    seen,
    sight: found.sight,
    publish: 'PUBLISH',
  });
  if (!plan) throw new Error('cannot be released');
  return runScript(redis, plan.script, plan.keys, plan.args);
}

function digest(): string {
  return `uniquejobs:${randomUUID().replaceAll('-', '')}`;
}

test('a unique job that is freed is in no list of digests, and its running twin is left alone', async () => {
  const key = digest();
  const time = `${Date.now() / 1000 - 4}`;
  await redis.hset(`${key}:LOCKED`, JID, time);
  await redis.hset(`${key}:RUN:LOCKED`, JID, time);
  await redis.set(key, JID);
  for (const all of ['uniquejobs:digests', 'uniquejobs:expiring_digests']) {
    await redis.zadd(all, 1, key, 2, `${key}:RUN`);
  }
  expect(await release(`${key}:LOCKED`)).toEqual({ code: ReplyCode.done, detail: 0 });
  expect(await redis.exists(key, `${key}:LOCKED`)).toBe(0);
  expect(await redis.hgetall(`${key}:RUN:LOCKED`)).toEqual({ [JID]: time });
  for (const all of ['uniquejobs:digests', 'uniquejobs:expiring_digests']) {
    expect(await redis.zscore(all, key)).toBeNull();
    expect(await redis.zscore(all, `${key}:RUN`)).toBe('2');
  }
});

test('one of two unique jobs is freed without the lock of the other, and version 9 gets no signal', async () => {
  const key = digest();
  const record = (second: number) => `{"worker":"MyJob","queue":"low","time":${1_795_266_200 + second}.5}`;
  await redis.hset(`${key}:LOCKED`, JID, record(1), 'another-job', record(2));
  await redis.zadd('uniquejobs:digests', 1, key);
  expect(await release(`${key}:LOCKED`)).toEqual({ code: ReplyCode.done, detail: 1 });
  expect(await redis.hkeys(`${key}:LOCKED`)).toEqual(['another-job']);
  expect(await redis.zscore('uniquejobs:digests', key)).toBe('1');
  expect(await redis.exists(`${key}:QUEUED`)).toBe(0);
});

test('the keys of a namespace are looked for in that namespace', async () => {
  const key = `sidekiq:${digest()}`;
  await redis.hset(`${key}:LOCKED`, JID, '1795266200.5');
  await redis.zadd('sidekiq:uniquejobs:digests', 1, key);
  await release(`${key}:LOCKED`);
  expect(await redis.zscore('sidekiq:uniquejobs:digests', key)).toBeNull();
});

test('a token of the Ruby semaphore goes back to the free ones once', async () => {
  const base = `SEMAPHORE:${randomUUID()}`;
  await redis.hset(`${base}:GRABBED`, '0', '1795266200.25', '1', '1795266201.25');
  await redis.rpush(`${base}:AVAILABLE`, '2');
  const before = await look(`${base}:GRABBED`);
  expect(before?.decoded.permits).toEqual({ available: 1, held: 2, expired: null });
  expect((await release(`${base}:GRABBED`)).code).toBe(ReplyCode.done);
  expect(await redis.lrange(`${base}:AVAILABLE`, 0, -1)).toEqual(['0', '2']);
  expect(await redis.hgetall(`${base}:GRABBED`)).toEqual({ 1: '1795266201.25' });
});

test('a waiter in the queue of redis_queued_locks keeps its place', async () => {
  const name = randomUUID();
  const waiter = 'rql:acq:9/1/2/3/93dc7e8a0a0b1c2d';
  const holder = { acq_id: 'rql:acq:8/1/2/3/0a0b1c2d93dc7e8a', ts: '1795266200.5', ini_ttl: '5000' };
  await redis.hset(`rql:lock:${name}`, holder);
  await redis.zadd(`rql:lock_queue:${name}`, `${Date.now() / 1000}`, waiter);
  expect((await look(`rql:lock:${name}`))?.decoded.queue).toMatchObject({
    live: 1,
    ghosts: 0,
    places: [{ token: waiter, ghost: false }],
  });
  expect((await release(`rql:lock:${name}`)).code).toBe(ReplyCode.done);
  expect(await redis.zrange(`rql:lock_queue:${name}`, '0', '-1')).toEqual([waiter]);
});

test('the last holder of suo leaves an empty list for a minute, which is no lock', async () => {
  const key = bytesOf(`${randomUUID()}:lock`);
  const double = Buffer.alloc(8);
  double.writeDoubleBE(Date.now() / 1000 - 4);
  const hold = (token: string) =>
    Buffer.from([0x92, 0xcb, ...double, 0xa0 | token.length, ...Buffer.from(token)]);
  const [a, b] = [hold('q83vEjRWeJCrze8SNFZ4kA=='), hold('Ze8SNFZ4kAq83vEjRWeJCr==')];
  await redis.set(key, Buffer.concat([Buffer.from([0x92]), a, b]));
  await release(key);
  expect(await redis.getBuffer(key)).toEqual(Buffer.concat([Buffer.from([0x91]), b]));
  expect(await redis.pttl(key)).toBe(-1);
  await release(key);
  expect(await redis.getBuffer(key)).toEqual(Buffer.from([0x90]));
  expect(await redis.pttl(key)).toBeGreaterThan(55_000);
  expect(await look(key)).toBeNull();
});
