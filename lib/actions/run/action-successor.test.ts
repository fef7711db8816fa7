import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { describe, expect, onTestFinished, type TestContext, test } from 'vitest';
import { callerAt } from '../../../e2e/support/a-caller';
import { fileRuntime, startRuntime } from '../../../e2e/support/a-runtime';
import { ownServer } from '../../../e2e/support/own-server';
import { type RedisServer, until } from '../../../e2e/support/redis-server';
import { startProxy, type TcpProxy } from '../../../e2e/support/tcp-proxy';
import type { LockAction } from '../../contract/action-codes';
import type { Preview } from '../../contract/actions';
import { bytesOf } from '../../domain/keys/bytes';
import { slugOf } from '../../domain/keys/lock-id';
import { channelOf } from '../../domain/keys/redisson-names';
import type { Runtime } from '../../server/runtime/types';
import { preview } from '../plan/preview';
import { runAction } from './run-action';

const own = await fileRuntime();
const caller = callerAt('127.0.0.1');

/** A hold whose successor writes the same bytes. */
type Case = {
  title: string;
  key(): string;
  take(redis: Redis, key: string): Promise<unknown>;
  /** Frees and takes it again in one step, so that no reading shows it free. */
  swap(redis: Redis, key: string): Promise<unknown>;
};

/** Who has a key: another thread for each, since two keys of one thread may be one hold. */
const threadOf = (key: string) => `${key.slice('order:'.length, -':lock'.length)}:47`;
const EXAT = Math.floor(Date.now() / 1_000) + 3_600;

const CASES: Case[] = [
  {
    title: "the same thread's next hold",
    key: () => `order:${randomUUID()}:lock`,
    take: (redis, key) => redis.multi().hset(key, threadOf(key), 1).pexpire(key, 30_000).exec(),
    swap: (redis, key) =>
      redis
        .multi()
        .del(key)
        .publish(channelOf(key), '0')
        .hset(key, threadOf(key), 1)
        .pexpire(key, 30_000)
        .exec(),
  },
  {
    title: 'a constant value without TTL',
    key: () => `${randomUUID()}:lock`,
    take: (redis, key) => redis.set(key, '1', 'NX'),
    swap: (redis, key) => redis.multi().del(key).set(key, '1', 'NX').exec(),
  },
  {
    title: 'a constant value with TTL',
    key: () => `${randomUUID()}:lock`,
    take: (redis, key) => redis.set(key, '1', 'PX', 30_000, 'NX'),
    swap: (redis, key) => redis.multi().del(key).set(key, '1', 'PX', 30_000, 'NX').exec(),
  },
  {
    title: 'a constant value with the same EXAT deadline',
    key: () => `${randomUUID()}:lock`,
    take: (redis, key) => redis.call('SET', key, '1', 'NX', 'EXAT', EXAT),
    swap: (redis, key) => redis.multi().del(key).call('SET', key, '1', 'NX', 'EXAT', EXAT).exec(),
  },
];

const idOf = (key: string) => `test.0.${slugOf(bytesOf(key))}`;

function run(runtime: Runtime, id: string, action: LockAction, { seen, typedKey }: Preview) {
  return runAction(runtime, {
    id,
    action,
    body: { seen, typedKey, reason: 'stuck', although: 'alive' },
    caller,
  });
}

describe.each(CASES)('$title', ({ key: newKey, take, swap }) => {
  test.each(['release', 'extend'] as const)('that the collector saw begin is refused: %s', async (action) => {
    const { runtime, redis } = own;
    const [key, collector] = [newKey(), runtime.watched('test').collector];
    const id = idOf(key);
    await take(redis, key);
    const seen = await preview(runtime, id, { action });
    await redis.del(key);
    await until('its end is seen', () => collector.find(id) === null);
    await take(redis, key);
    await until('the next hold is seen', () => collector.find(id) !== null);
    const [bytes, deadline] = [await redis.dumpBuffer(key), await redis.pexpiretime(key)];
    await expect(run(runtime, id, action, seen)).rejects.toMatchObject({ code: 'changed' });
    expect(await redis.dumpBuffer(key)).toEqual(bytes);
    expect(await redis.pexpiretime(key)).toBe(deadline);
  });

  test('that began in the same moment as the old one ended is refused as well', async () => {
    const { runtime, redis } = own;
    const key = newKey();
    const id = idOf(key);
    await take(redis, key);
    const seen = await preview(runtime, id, { action: 'release' });
    await swap(redis, key);
    const bytes = await redis.dumpBuffer(key);
    await expect(run(runtime, id, 'release', seen)).rejects.toMatchObject({ code: 'changed' });
    expect(await redis.dumpBuffer(key)).toEqual(bytes);
  });

  test('is released when it is the one that was seen', async () => {
    const { runtime, redis } = own;
    const key = newKey();
    await take(redis, key);
    const seen = await preview(runtime, idOf(key), { action: 'release' });
    expect((await run(runtime, idOf(key), 'release', seen)).outcome).toBe('released');
    expect(await redis.exists(key)).toBe(0);
  });
});

test('renewals do not make it another hold', async () => {
  const { runtime, redis } = own;
  const key = `order:${randomUUID()}:lock`;
  await redis.multi().hset(key, threadOf(key), 1).pexpire(key, 10_000).exec();
  const seen = await preview(runtime, idOf(key), { action: 'release' });
  const renewed = () => runtime.watched('test').collector.find(idOf(key))?.lock.renewal.count;
  for (const count of [1, 2, 3]) {
    await redis.pexpire(key, 10_000 + count * 1_000);
    await until('the renewal is seen', () => renewed() === count);
  }
  expect((await run(runtime, idOf(key), 'release', seen)).outcome).toBe('released');
});

test('a deadline that moved otherwise than by a renewal is another hold', async () => {
  const { runtime, redis } = own;
  for (const move of ['sooner', 'never'] as const) {
    const key = `order:${randomUUID()}:lock`;
    await redis.multi().hset(key, threadOf(key), 1).pexpire(key, 30_000).exec();
    const seen = await preview(runtime, idOf(key), { action: 'release' });
    await (move === 'sooner' ? redis.pexpire(key, 10_000) : redis.persist(key));
    await expect(run(runtime, idOf(key), 'release', seen)).rejects.toMatchObject({
      code: 'changed',
      details: { changed: ['deadline'] },
    });
    expect(await redis.exists(key)).toBe(1);
  }
});

describe('what was seen before', () => {
  /** A runtime and a thread's lock that it knows, on a server of their own, and what was seen of the lock. */
  async function seenLock(context: TestContext, via?: (server: RedisServer) => Promise<string>) {
    const { server, connect } = await ownServer(context);
    const redis = connect();
    const runtime = await startRuntime(via ? await via(server) : server.url);
    context.onTestFinished(() => runtime.close());
    const key = `order:${randomUUID()}:lock`;
    await redis.multi().hset(key, threadOf(key), 1).pexpire(key, 600_000).exec();
    const areReported = () => runtime.nodes()[0]?.events === 'tracking';
    await until('changes are reported', areReported);
    const seen = await preview(runtime, idOf(key), { action: 'release' });
    const release = (of: Preview) => run(runtime, idOf(key), 'release', of);
    return { redis, runtime, key, seen, release };
  }

  async function expectRefused({ runtime, key, seen, release }: Awaited<ReturnType<typeof seenLock>>) {
    await until('they are reported again', () => {
      const [now] = runtime.nodes();
      return now?.events === 'tracking' && now.eventsGap && now.eventsGap.untilMs !== null;
    });
    await expect(release(seen)).rejects.toMatchObject({
      code: 'changed',
      details: { changed: ['acquisition'] },
    });
    const again = await preview(runtime, idOf(key), { action: 'release' });
    expect((await release(again)).outcome).toBe('released');
  }

  test('reports broke off, or while they were away, proves no hold afterwards', async (context) => {
    const lock = await seenLock(context);
    await lock.redis.call('CLIENT', 'KILL', 'TYPE', 'pubsub');
    await expectRefused(lock);
  });

  test('the network kept reports back proves no hold afterwards', async (context) => {
    let proxy: TcpProxy | undefined;
    const lock = await seenLock(context, async ({ port }) => {
      proxy = await startProxy(port);
      context.onTestFinished(() => proxy?.close());
      return proxy.url;
    });
    proxy?.hang('lockscope:subscriber');
    await until('it is noticed', () => lock.runtime.nodes()[0]?.eventsGap);
    proxy?.pass();
    await expectRefused(lock);
  });

  test.for(['known', 'unknown'] as const)(
    'the collector could not read it for the preview, %s till then: its successor is refused',
    async (which, context) => {
      let proxy: TcpProxy | undefined;
      const { redis, runtime, ...lock } = await seenLock(context, async ({ port }) => {
        proxy = await startProxy(port);
        context.onTestFinished(() => proxy?.close());
        return proxy.url;
      });
      const { collector } = runtime.watched('test');
      proxy?.hang('lockscope:commands');
      const key = which === 'known' ? lock.key : `order:${randomUUID()}:lock`;
      const id = idOf(key);
      await redis.multi().hset(key, threadOf(key), 1).pexpire(key, 600_000).exec();
      const seen = await preview(runtime, id, { action: 'release' });
      expect(seen.seen.acquisition?.confirmed ?? 'none').toBe(which === 'known' ? false : 'none');
      expect(seen.requires.typedKey).toBe(true);
      proxy?.pass();
      await until('it is read again', () => collector.find(id)?.lock.state === 'held');
      const number = () => collector.find(id)?.acquisitions[0];
      const before = number();
      await redis.multi().del(key).publish(channelOf(key), '0').exec();
      await redis.multi().hset(key, threadOf(key), 1).pexpire(key, 600_000).exec();
      await until('the next hold is seen', () => number() !== undefined && number() !== before);
      await expect(run(runtime, id, 'release', seen)).rejects.toMatchObject({ code: 'changed' });
      expect(await redis.exists(key)).toBe(1);
    },
  );

  test('this process was held up, with reports and answers unread, is still proven', async (context) => {
    const { redis, seen, release, runtime } = await seenLock(context);
    const others = `for i = 1, 2000 do
      redis.call('SET', 'other:' .. i, i, 'PX', 600000)
      redis.call('PUBLISH', 'redisson_lock__channel:{other:' .. i .. '}', '0')
    end`;
    const done = redis.eval(others, 0);
    const fromMs = performance.now();
    while (performance.now() - fromMs < 3_000);
    await done;
    expect((await release(seen)).outcome).toBe('released');
    expect(runtime.nodes()[0]?.eventsGap).toBeNull();
  });
});

describe('what cannot be told apart', () => {
  test.each(['release', 'extend'] as const)(
    'takes the typed key everywhere, and says so: %s',
    async (action) => {
      const { runtime, redis } = own;
      const key = `${randomUUID()}:lock`;
      await redis.set(key, '1', 'PX', 60_000);
      const seen = await preview(runtime, idOf(key), { action });
      expect(seen.requires).toEqual({ reason: false, typedKey: true, although: null });
      expect(seen.consequences.map(({ code }) => code)).toContain('successor-indistinguishable');
      const request = { id: idOf(key), action, body: { seen: seen.seen, reason: '' }, caller };
      await expect(runAction(runtime, request)).rejects.toMatchObject({
        code: 'invalid-argument',
        details: { setting: 'typedKey', typedKey: key },
      });
      expect(await redis.exists(key)).toBe(1);
    },
  );

  test("a thread's next hold takes it where changes are polled only", async (context) => {
    const { server, connect } = await ownServer(context);
    const redis = connect();
    await redis.call('ACL', 'SETUSER', 'polled', 'on', '>secret', '~*', '&*', '+@all', '-client|tracking');
    const runtime = await startRuntime(server.url.replace('redis://', 'redis://polled:secret@'));
    onTestFinished(() => runtime.close());
    const key = `order:${randomUUID()}:lock`;
    await redis.multi().hset(key, threadOf(key), 1).pexpire(key, 60_000).exec();
    const polled = await preview(runtime, idOf(key), { action: 'release' });
    expect(polled.requires.typedKey).toBe(true);
    expect(polled.consequences.map(({ code }) => code)).toContain('next-hold-indistinguishable');
    await own.redis.multi().hset(key, threadOf(key), 1).pexpire(key, 60_000).exec();
    const told = await preview(own.runtime, idOf(key), { action: 'release' });
    expect(told.requires.typedKey).toBe(false);
    expect(told.consequences.map(({ code }) => code)).not.toContain('next-hold-indistinguishable');
  });
});
