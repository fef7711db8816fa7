import { describe, expect, test } from 'vitest';
import { fileServer } from '../../e2e/support/file-server';
import { until } from '../../e2e/support/redis-server';
import { OBTAIN } from '../../e2e/support/spring-obtain';
import { createBudget } from '../collector/keys/budget';
import { createCensusPoll } from '../collector/keys/census';
import type { RawKey } from '../domain/keys/raw-key';
import { bare } from '../redis/key-reply';
import { readKeys } from '../redis/reading/read-keys';
import { ReplyCode } from '../redis/reply-code';
import { runScript } from '../redis/run-script';
import { createNameMatcher, type RecogniseContext, recognise } from './index';

const own = fileServer();
const names = createNameMatcher([]);
const SPRING = 'Spring RedisLockRegistry';
const UUID = '0fc23152-1bc6-4967-a3c2-88a4935288fa';

function held(key: string, value = UUID): RawKey {
  return { ...bare(key, 'string', Date.now()), ttlMs: 60_000, value, length: value.length };
}

function read(raw: RawKey, ran: string[] = [], more: Partial<RecogniseContext> = {}) {
  const named = names.matches(raw.key);
  return recognise(raw, { now: raw.readAtMs, named, ran: new Set(ran), ...more });
}

describe('of several libraries that write such a token', () => {
  test('the one that ran on the server leads, and the others stay possible', () => {
    const raw = held('app-redlock:invoice');
    const alone = read(raw);
    expect(alone).toMatchObject({ confidence: 'likely', hint: null });
    const found = read(raw, ['Redisson', 'pottery']);
    expect(found).toMatchObject({ confidence: 'likely', hint: { library: 'pottery' } });
    expect(found?.alternatives[0]).toEqual(found?.hint);
    expect(found?.alternatives).toHaveLength(alone?.alternatives.length ?? 0);
  });

  test('two that ran there are told apart by nothing', () => {
    const found = read(held('orders:invoice:lock'), ['Bull', SPRING]);
    expect(found).toMatchObject({ format: { id: 'random-token' }, hint: null });
  });

  test.each([
    ['orders:invoice', SPRING],
    ['app-redlock:invoice', 'pottery'],
    ['orders:invoice:lock', null],
    ['orders', null],
  ])('where all of them ran, the name %s says whose it is: %s', (key, library) => {
    const found = read(held(key), [SPRING, 'pottery', 'Bull', 'redis-semaphore']);
    expect(found?.hint?.library ?? null).toBe(library);
  });

  test.each([
    ['redsync', 'orders:invoice', 'q83vEjRWeJCrze8SNFZ4kA=='],
    ['bsm/redislock', 'orders:invoice', 'q83vEjRW-JCrze8SNFZ4kA'],
  ])('%s is likely where it ran, for it is the first of them', (library, key, token) => {
    const raw = held(key, token);
    const alone = read(raw);
    expect(alone).toMatchObject({ confidence: 'possible', hint: null, format: { library } });
    const found = read(raw, [library, 'Redisson']);
    expect(found).toMatchObject({ confidence: 'likely', hint: { library }, format: { library } });
    expect(found?.alternatives).toEqual(alone?.alternatives);
  });

  test('a shape of several libraries is called by its name, and by that of the one that ran', () => {
    const raw = held('orders:invoice', 'q83vEjRWeJCrze8SNFZ4kA');
    const alone = read(raw);
    expect(alone?.format.library).toBe('random token, 22 characters');
    expect(alone?.alternatives.map(({ library }) => library)).toEqual([
      'redlock-py',
      'bsm/redislock',
      '@redis-kit/lock',
      'hand-written SET NX PX',
    ]);
    const found = read(raw, ['bsm/redislock', 'Redisson']);
    expect(found).toMatchObject({ confidence: 'likely', hint: { library: 'bsm/redislock' } });
  });
});

describe("a lock of Spring's under a name that does not say registry", () => {
  const KEY = 'orders:invoice:7';

  test('is known by the script that took it, and a release wakes who waits for it', async () => {
    const { redis, server } = own;
    await redis.eval(OBTAIN, 1, KEY, UUID, 60_000);
    const { poll, libraries } = createCensusPoll({
      redis,
      budget: createBudget(1_000, Date.now),
      now: Date.now,
    });
    await poll();
    expect([...libraries()]).toEqual([SPRING]);

    const [raw] = await readKeys(redis, [KEY], Date.now);
    const found = raw && read(raw, [...libraries()]);
    expect(found).toMatchObject({
      format: { id: 'spring-lock-registry', library: SPRING },
      confidence: 'likely',
      hint: { id: 'spring-lock-registry', library: SPRING },
    });
    const [holder] = found?.decoded.holders ?? [];
    if (!found || !holder) throw new Error('nobody holds it');

    const waiter = redis.duplicate();
    const heard: string[] = [];
    waiter.on('pmessage', (_pattern, channel, message) => heard.push(`${channel} ${message}`));
    await waiter.psubscribe('orders-channel:*');
    const deadlineMs = Number(await redis.call('PEXPIRETIME', KEY));
    const seen = { holdCount: null, deadlineMs };
    const plan = found.format.release?.({
      key: KEY,
      token: UUID,
      holder,
      seen,
      sight: found.sight,
      publish: 'PUBLISH',
    });
    if (!plan) throw new Error(`${server.url} has a lock that is not released`);
    const reply = await runScript(redis, plan.script, plan.keys, plan.args);
    expect(reply.code).toBe(ReplyCode.done);
    await until('the message', () => heard.includes(`orders-channel:${KEY} ${KEY}`));
    waiter.disconnect();
  });

  test('stays of its format once it was told, but is only possible where nothing says so any more', () => {
    const told = { was: 'spring-lock-registry' };
    const raw = held(KEY);
    expect(read(raw, [SPRING], told)).toMatchObject({ confidence: 'likely', hint: { library: SPRING } });
    const after = read(raw, [], told);
    expect(after).toMatchObject({ format: { library: SPRING }, confidence: 'possible', hint: null });
    expect(after?.alternatives.map(({ library }) => library)).toContain('hand-written SET NX PX');
    expect(after?.alternatives.map(({ library }) => library)).not.toContain(SPRING);
    expect(read(raw, [SPRING, 'StackExchange.Redis LockTake'], told)).toMatchObject({ hint: null });
  });

  test.each([
    ['a name without a colon', held('orders')],
    ['a name that says another secret', held('api-token:orders')],
    ['a key that never lapses', { ...held(KEY), ttlMs: 'none' as const }],
    ['a token of another shape', held(KEY, 'q83vEjRWeJCrze8SNFZ4kA==')],
  ])('%s is none', (_what, raw) => {
    for (const was of [undefined, 'spring-lock-registry'])
      expect(read(raw, [SPRING], { was })?.format.id ?? null).not.toBe('spring-lock-registry');
  });
});
