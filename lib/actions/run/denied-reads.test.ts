import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { expect, type TestContext, test } from 'vitest';
import { callerAt } from '../../../e2e/support/a-caller';
import { startRuntime } from '../../../e2e/support/a-runtime';
import { ownServer } from '../../../e2e/support/own-server';
import { until } from '../../../e2e/support/redis-server';
import { bytesOf } from '../../domain/keys/bytes';
import { slugOf } from '../../domain/keys/lock-id';
import { fairDeadlinesOf, fairQueueOf, permitDeadlinesOf } from '../../domain/keys/redisson-names';
import { readDetail } from '../../reads/read-detail';
import { preview } from '../plan/preview';
import { runAction } from './run-action';

const caller = callerAt('127.0.0.1');
const idOf = (key: string) => `test.0.${slugOf(bytesOf(key))}`;

/** A lock of each type that is read in its own way. */
const LOCKS = {
  string: (redis: Redis, key: string) =>
    redis.set(key, `0fc231521bc679${randomUUID().replaceAll('-', '').slice(14)}`, 'PX', 600_000),
  hash: (redis: Redis, key: string) =>
    redis.multi().hset(key, `${randomUUID()}:47`, 1).pexpire(key, 600_000).exec(),
  semaphore: (redis: Redis, key: string) =>
    redis
      .multi()
      .set(key, 1)
      .zadd(
        permitDeadlinesOf(key),
        Date.now() + 600_000,
        Buffer.from('0fc231521bc67967f3c288a4935288fa', 'hex'),
      )
      .exec(),
};

async function watchedAs(context: TestContext, ...rules: string[]) {
  const { server, connect } = await ownServer(context);
  const redis = connect();
  const keys = Object.entries(LOCKS).map(([type, take]) => ({
    type,
    take,
    key: type === 'semaphore' ? `downloads:${randomUUID()}` : `order:${randomUUID()}:lock`,
  }));
  await Promise.all(keys.map(({ take, key }) => take(redis, key)));
  await redis.call('ACL', 'SETUSER', 'op', 'on', '>secret', '~*', '&*', '+@all', ...rules);
  const runtime = await startRuntime(server.url.replace('redis://', 'redis://op:secret@'));
  context.onTestFinished(() => runtime.close());
  await until('the rights were tried', () => runtime.nodes().every(({ missingRights }) => missingRights));
  await until('a pass over the names', () => runtime.nodes().every(({ coverage }) => coverage.completedAtMs));
  return {
    redis,
    runtime,
    keyOf: (type: keyof typeof LOCKS) => keys.find((each) => each.type === type)?.key ?? '',
  };
}

const DENIED: [right: string, type: keyof typeof LOCKS, costs: string][] = [
  ['TYPE', 'string', 'every-lock'],
  ['PTTL', 'hash', 'every-lock'],
  ['GETRANGE', 'string', 'strings'],
  ['HGETALL', 'hash', 'hashes'],
  ['ZRANGE', 'semaphore', 'sorted-sets'],
];

for (const [right, type, costs] of DENIED) {
  test.concurrent(`without ${right} no lock is called absent, and the row names it`, async (context) => {
    const { redis, runtime, keyOf } = await watchedAs(context, `-${right.toLowerCase()}`);
    const key = keyOf(type);
    expect(runtime.nodes()[0]?.missingRights).toEqual([{ command: right, costs }]);
    const denied = { code: 'denied', details: { command: right } };
    await expect(readDetail(runtime, idOf(key))).rejects.toMatchObject(denied);
    await expect(preview(runtime, idOf(key), { action: 'release' })).rejects.toMatchObject(denied);
    expect(await redis.exists(key)).toBe(1);
    const [{ coverage, keys } = { coverage: null, keys: 0 }] = runtime.nodes();
    expect(coverage?.contents, 'what may not be read was not looked at').toBeLessThan(1);
    expect(coverage?.contents).toBeLessThanOrEqual(costs === 'every-lock' ? 0 : 1 - 1 / (keys ?? 1));
  });
}

test('a lock that could not be read before is not said to be acquired when it can be', async (context) => {
  const { redis, runtime, keyOf } = await watchedAs(context, '-pttl');
  const id = idOf(keyOf('hash'));
  await redis.call('ACL', 'SETUSER', 'op', '+pttl');
  await redis.pexpire(keyOf('hash'), 600_000);
  await until('it is held', () => runtime.locks().find((lock) => lock.id === id)?.state === 'held');
  const events = await runtime.history.events({ id, limit: 10 });
  expect(events.map(({ kind }) => kind)).not.toContain('acquired');
});

test('who waits in a queue that may not be read is unknown, not nobody', async (context) => {
  const { redis, runtime } = await watchedAs(context, '-lrange');
  const key = `fair:${randomUUID()}:lock`;
  await redis.rpush(fairQueueOf(key), `${randomUUID()}:2`);
  await redis.zadd(fairDeadlinesOf(key), Date.now() + 600_000, `${randomUUID()}:2`);
  await redis.multi().hset(key, `${randomUUID()}:1`, 1).pexpire(key, 600_000).exec();
  const lock = () => runtime.locks().find(({ id }) => id === idOf(key));
  await until('waiters were counted', () => lock() && runtime.nodes()[0]?.waiting !== null);
  expect(lock()).toMatchObject({ state: 'held', waiters: { count: null } });
});

test.for(['numsub', 'shardnumsub'])(
  'without PUBSUB %s it is not said that no client waits',
  async (right, context) => {
    const { runtime, keyOf } = await watchedAs(context, `-pubsub|${right}`);
    const { consequences } = await preview(runtime, idOf(keyOf('hash')), { action: 'release' });
    const codes = consequences.map(({ code }) => code);
    expect(codes).toContain('waiters-unknown');
    expect(codes).not.toContain('no-waiters');
  },
);

test('a semaphore whose permits may not be read is not taken for another lock', async (context) => {
  const { runtime, keyOf } = await watchedAs(context, '-zcard');
  const id = idOf(keyOf('semaphore'));
  expect(runtime.locks().map((lock) => lock.id)).not.toContain(id);
  expect(runtime.nodes()[0]?.coverage.contents).toBeLessThan(1);
});

test('a lock that may no longer be read is unknown, not gone, and is back with the right', async (context) => {
  const { redis, runtime, keyOf } = await watchedAs(context);
  const key = keyOf('hash');
  const lock = () => runtime.locks().find(({ id }) => id === idOf(key));
  await until('it is known', () => lock()?.state === 'held');
  await redis.call('ACL', 'SETUSER', 'op', '-hgetall');
  await redis.pexpire(key, 500_000);
  await until('it is unknown', () => lock()?.state === 'unknown');
  expect(lock()?.reason.code).toBe('denied');
  expect(lock()?.findings).toEqual([]);
  const events = await runtime.history.events({ id: idOf(key), limit: 10 });
  expect(events.map(({ kind }) => kind)).not.toContain('released');
  await redis.call('ACL', 'SETUSER', 'op', '+hgetall');
  await redis.pexpire(key, 600_000);
  await until('it is held', () => lock()?.state === 'held');
});

test('a release without GET is denied by name, not called a change', async (context) => {
  const { redis, runtime, keyOf } = await watchedAs(context, '-get');
  const id = idOf(keyOf('string'));
  const { seen, typedKey } = await preview(runtime, id, { action: 'release' });
  const released = runAction(runtime, {
    id,
    action: 'release',
    body: { seen, typedKey, reason: 'stuck', although: 'renews' },
    caller,
  });
  await expect(released).rejects.toMatchObject({ code: 'denied' });
  expect(await redis.exists(keyOf('string'))).toBe(1);
  expect(await runtime.history.audit({ limit: 1, lockId: id })).toMatchObject([
    { outcome: 'refused', details: { code: 'denied' } },
  ]);
});

test('rights are tried again after a reconnect, and those of acts are named unless the target is read-only', async (context) => {
  const { redis, runtime } = await watchedAs(context, '-evalsha');
  const missing = () => runtime.nodes()[0]?.missingRights;
  expect(missing()).toEqual([{ command: 'EVALSHA', costs: 'acts' }]);
  await redis.call('ACL', 'SETUSER', 'op', '+evalsha', '-del', '-psubscribe');
  for (const line of String(await redis.client('LIST')).split('\n')) {
    const id = /^id=(\d+) .* user=op /.exec(line)?.[1];
    if (id) await redis.client('KILL', 'ID', id);
  }
  await until('they were tried again', () => missing()?.some(({ command }) => command === 'PSUBSCRIBE'));
  expect(missing()).toEqual([
    { command: 'DEL', costs: 'acts' },
    { command: 'PSUBSCRIBE', costs: 'events' },
  ]);
});
