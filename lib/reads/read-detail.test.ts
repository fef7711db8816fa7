import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { fileRuntime, startRuntime } from '../../e2e/support/a-runtime';
import { closing } from '../../e2e/support/closing';
import { ownServer } from '../../e2e/support/own-server';
import { until } from '../../e2e/support/redis-server';
import { preview } from '../actions/plan/preview';
import { LockDetail } from '../contract/locks';
import { fairDeadlinesOf, fairQueueOf } from '../domain/keys/redisson-names';
import { readinessOf } from '../server/http/health';
import { openApiDocument } from '../server/http/openapi';
import { findingsAnswer } from './findings';
import { readDetail } from './read-detail';
import { search } from './search';

const own = await fileRuntime();
const { opened } = closing();

describe('a lock by its id', () => {
  test('is read now, with the bytes behind the reading', async () => {
    const key = `invoice:${randomUUID()}:lock`;
    const owner = `${randomUUID()}:47`;
    await own.redis.hset(key, owner, 2);
    await own.redis.pexpire(key, 30_000);
    const detail = await readDetail(own.runtime, `test.0.${key}`);
    expect(detail).toMatchObject({
      lock: { kind: 'reentrant', holders: [{ holdCount: 2 }], known: { by: 'read' } },
      raw: { type: 'hash', fields: [{ field: owner, value: '2' }], byteLength: owner.length + 1 },
      channel: `redisson_lock__channel:{${key}}`,
    });
    expect(detail.lock.ttlMs).toBeLessThanOrEqual(30_000);
    expect(detail.unread).toBeUndefined();
  });

  test('lists who waits in its queue, in their order, each with the end of its place', async () => {
    const key = `fair:${randomUUID()}`;
    const [ghost, next, last] = [1, 2, 3].map((n) => `${randomUUID()}:${n}`) as [string, string, string];
    const nowMs = Date.now();
    await own.redis.hset(key, `${randomUUID()}:47`, 1);
    await own.redis.rpush(fairQueueOf(key), ghost, next, last);
    await own.redis.zadd(
      fairDeadlinesOf(key),
      nowMs - 1_000,
      ghost,
      nowMs + 60_000,
      next,
      nowMs + 90_000,
      last,
    );
    const detail = await readDetail(own.runtime, `test.0.${key}`);
    expect(detail.lock).toMatchObject({ kind: 'fair', waiters: { count: 2 }, ghosts: 1 });
    expect(detail.queue?.map(({ token, ...place }) => ({ ...place, token: token.text }))).toEqual([
      { token: ghost, deadlineMs: nowMs - 1_000, ghost: true },
      { token: next, deadlineMs: nowMs + 60_000, ghost: false },
      { token: last, deadlineMs: nowMs + 90_000, ghost: false },
    ]);
    expect(LockDetail.parse(detail).queue).toHaveLength(3);
  });

  test('may be free while others wait: it has its queue, no holder, and cannot be released', async () => {
    const key = `fair:${randomUUID()}`;
    const id = `test.0.${key}`;
    const [next, last] = [1, 2].map((n) => `${randomUUID()}:${n}`) as [string, string];
    const deadlineMs = Date.now() + 300_000;
    await own.redis.rpush(fairQueueOf(key), next, last);
    await own.redis.zadd(fairDeadlinesOf(key), deadlineMs, next, deadlineMs + 1, last);
    const detail = LockDetail.parse(await readDetail(own.runtime, id));
    expect(detail).toMatchObject({
      lock: {
        state: 'free',
        kind: 'fair',
        holders: [],
        waiters: { count: 2 },
        ghosts: 0,
        actions: { release: false, extend: false },
      },
      raw: { type: 'none', fields: null, value: null, byteLength: 0 },
      holderDigests: [],
    });
    expect(detail.queue?.map(({ token }) => token.text)).toEqual([next, last]);
    for (const action of ['release', 'extend'] as const)
      await expect(preview(own.runtime, id, { action })).rejects.toMatchObject({ code: 'not-held' });
    const found = await until('the finding', async () => {
      const { lock, evidence } = await readDetail(own.runtime, id);
      return lock.findings.length > 0 && { lock, evidence };
    });
    expect(found.lock).toMatchObject({ state: 'at-risk', reason: { code: 'dead-waiter-blocks' } });
    expect(found.evidence.map(({ code }) => code)).toEqual(['holder-known', 'dead-waiter', 'waiters']);
    await own.redis.del(fairQueueOf(key), fairDeadlinesOf(key));
    await expect(readDetail(own.runtime, id)).rejects.toMatchObject({
      code: 'not-found',
      details: { lastKnown: { id, state: 'free' } },
    });
  });

  test('names the other locks of its holder', async () => {
    const instance = randomUUID();
    const keys = ['a', 'b'].map((name) => `${name}:${randomUUID()}:lock`);
    for (const [i, key] of keys.entries()) await own.redis.hset(key, `${instance}:${i}`, 1);
    await own.runtime.watched('test').collector.refresh(keys);
    const detail = await readDetail(own.runtime, `test.0.${keys[0]}`);
    expect(detail.alsoHolds).toEqual([{ id: `test.0.${keys[1]}`, key: keys[1] }]);
  });

  test('that is gone is not found, with its last state and what happened', async () => {
    const key = `gone:${randomUUID()}:lock`;
    const id = `test.0.${key}`;
    await own.redis.hset(key, `${randomUUID()}:47`, 1);
    await readDetail(own.runtime, id);
    await own.redis.del(key);
    await expect(readDetail(own.runtime, id)).rejects.toMatchObject({
      code: 'not-found',
      details: { lastKnown: { id, state: 'free' } },
    });
    const events = await until('its end is remembered', async () => {
      const all = await own.runtime.history.events({ id, limit: 9 });
      return all.length >= 2 && all;
    });
    expect(events[0]?.kind).toBe('released');
  });

  test('that is no lock is not found, so that nobody can release it', async () => {
    const key = `cache:${randomUUID()}`;
    await own.redis.set(key, 'a page of text');
    await expect(readDetail(own.runtime, `test.0.${key}`)).rejects.toMatchObject({ code: 'not-found' });
    await expect(preview(own.runtime, `test.0.${key}`, { action: 'release' })).rejects.toMatchObject({
      code: 'not-found',
    });
  });

  test.each(['', 'x', 'other.0.key', 'test.1.key', 'test.0.~zz', `test.0.~s${'0'.repeat(64)}`])(
    '%j is not found',
    async (id) => {
      await expect(readDetail(own.runtime, id)).rejects.toMatchObject({ code: 'not-found' });
    },
  );
});

test('while Redis is silent a known lock comes as last known and says so, an unknown one fails', async (context) => {
  const { server, connect } = await ownServer(context);
  const direct = connect();
  const away = opened(await startRuntime(server.url));
  await direct.hset('order:1:lock', `${randomUUID()}:47`, 1);
  const before = await readDetail(away, 'test.0.order:1:lock');
  server.freeze();
  const frozen = await readDetail(away, 'test.0.order:1:lock');
  expect(frozen.unread?.code).toBe('timed-out');
  expect(frozen.lock.holders[0]?.token).toEqual(before.lock.holders[0]?.token);
  server.thaw();
  await server.stop('SIGKILL');
  await until('the target is down', () => away.nodes()[0]?.state === 'down');
  expect((await readDetail(away, 'test.0.order:1:lock')).unread?.code).toBe('node-down');
  await expect(readDetail(away, 'test.0.order:2:lock')).rejects.toMatchObject({ code: 'node-down' });
  expect(findingsAnswer(away, null).byCode).toEqual([{ code: 'node-silent', count: 1 }]);
  expect(readinessOf(away).ready).toBe(true);
  await server.start();
  await until('it is back', () => away.nodes()[0]?.state === 'live');
  await until('acts are possible', () => away.watched('test').actions.status === 'ready');
  await expect(readDetail(away, 'test.0.order:1:lock')).rejects.toMatchObject({ code: 'not-found' });
});

test('a runtime that was closed leaves no connection behind', async (context) => {
  const { server, connect } = await ownServer(context);
  const direct = connect();
  const other = await startRuntime(server.url);
  const ours = async () => String(await direct.client('LIST')).match(/name=lockscope/g)?.length ?? 0;
  await until('all three connections are open', async () => (await ours()) === 3);
  await Promise.all([other.close(), other.close()]);
  await until('its connections are gone', async () => (await ours()) === 0);
});

test('requests and answers are described without a dangling reference', () => {
  const document = openApiDocument();
  const { schemas } = document.components as { schemas: Record<string, unknown> };
  const names = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)];
  expect(names.length).toBeGreaterThan(20);
  for (const [, name = ''] of names) {
    expect(schemas, name).toHaveProperty(name);
    expect(schemas[name], name).not.toHaveProperty('$ref');
  }
});

test('a search finds by key, holder and inside a pasted text, the exact key first', async () => {
  const mark = randomUUID();
  const owner = `${randomUUID()}:47`;
  const keys = [`${mark}:long:lock`, `${mark}`, `x:${mark}:lock`];
  for (const key of keys) await own.redis.hset(key, owner, 1);
  await own.runtime.watched('test').collector.refresh(keys);
  const found = (text: string) => search(own.runtime, text, 20).locks.map(({ key }) => key.text);
  expect(found(mark)).toEqual([keys[1], keys[0], keys[2]]);
  expect(found(owner).sort()).toEqual([...keys].sort());
  expect(found(`TimeoutError: could not get ${keys[2]}\n  at Worker.run`)).toContain(keys[2]);
  expect(found(randomUUID())).toEqual([]);
});
