import { randomBytes, randomUUID } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { callerAt } from '../../../e2e/support/a-caller';
import { fileRuntime, startRuntime } from '../../../e2e/support/a-runtime';
import { ownServer } from '../../../e2e/support/own-server';
import { until } from '../../../e2e/support/redis-server';
import type { BulkLine, BulkPlan, BulkRequest } from '../../contract/bulk';
import { planned } from '../../domain/actions/bulk';
import { slugOf } from '../../domain/keys/lock-id';
import { permitDeadlinesOf } from '../../domain/keys/redisson-names';
import { bulkPlan } from './bulk-plan';
import { beginReleaseMany } from './release-many';

/** Locks that a holder may have given back and taken again, or a successor, between two readings. */

const own = await fileRuntime();
const caller = callerAt('127.0.0.1');
const idOf = (key: string) => `test.0.${slugOf(key)}`;
const tokenNow = (key: string) =>
  own.runtime.watched('test').collector.find(idOf(key))?.lock.holders[0]?.token.text ?? null;

afterEach(() => own.redis.flushall());

/** Locks with a UUID each, of the kind that some libraries keep for many holds. */
async function someLocks(count: number): Promise<string[]> {
  const keys = Array.from({ length: count }, (_, at) => `order:${randomUUID()}:${at}:lock`);
  for (const key of keys) await own.redis.set(key, randomUUID(), 'PX', 30_000);
  await until('all are known', () => keys.every(tokenNow));
  return keys;
}

/** `although` = the consent that the plan required for each of them, and that was given. */
async function release(plan: BulkPlan, although: BulkRequest['although']) {
  const items = planned(plan.items).map(({ id, seen }) => ({ id, seen, ...(although && { although }) }));
  const request = { items, count: items.length, reason: 'drained', scope: '', ...(although && { although }) };
  const run = await beginReleaseMany(own.runtime, request, caller);
  const lines: BulkLine[] = [];
  await run.go((line) => void lines.push(line), new AbortController().signal);
  const results = lines.flatMap((line) => ('result' in line ? [line.result] : []));
  const [counts] = lines.flatMap((line) => ('end' in line ? [line.end.counts] : []));
  return { results: new Map(results.map((result) => [result.id, result])), counts };
}

test('a renewal that may be the next hold is left alone, and no surprise once that was consented to', async () => {
  const keys = await someLocks(4);
  const { redis, runtime } = own;
  const plan = await bulkPlan(runtime, { ids: keys.map(idOf) }, caller);
  const renewed = planned(plan.items)[0]?.key.text ?? '';
  await redis.pexpire(renewed, 60_000);
  const { counts, results } = await release(plan, 'alive');
  expect(results.get(idOf(renewed))).toMatchObject({ outcome: 'refused', because: 'renewed-or-retaken' });
  expect(counts).toEqual({ released: 3, refused: 1, unexpected: 0, 'not-tried': 0 });
  expect(await redis.pttl(renewed)).toBeGreaterThan(50_000);
  const again = await bulkPlan(runtime, { ids: [idOf(renewed)] }, caller);
  expect((await release(again, 'alive')).counts?.released).toBe(1);
});

test('a plan of what was left of an earlier one leaves a successor alone, and names it', async () => {
  const keys = await someLocks(3);
  const { redis, runtime } = own;
  const plan = await bulkPlan(runtime, { ids: keys.map(idOf) }, caller);
  const [taken = '', freed = '', still = ''] = keys;
  const next = randomUUID();
  await redis.multi().set(taken, next, 'PX', 30_000).del(freed).exec();
  await until('both are seen', () => tokenNow(taken) === next && tokenNow(freed) === null);
  const held = plan.items.map(({ id, holder }) => ({ id, token: holder?.token.text ?? '' }));
  const rest = await bulkPlan(runtime, { held }, caller);
  expect(planned(rest.items).map(({ key }) => key.text)).toEqual([still]);
  const whyOf = new Map(rest.items.map(({ id, why }) => [id, why?.code ?? null]));
  expect([whyOf.get(idOf(taken)), whyOf.get(idOf(freed))]).toEqual(['successor', 'not-found']);
  expect((await release(rest, rest.requires.although ?? undefined)).counts?.released).toBe(1);
  expect(await redis.get(taken)).toBe(next);
});

test('a lock of which no holder was shown yet is planned with the one that has it', async () => {
  const [key = ''] = await someLocks(1);
  const plan = await bulkPlan(own.runtime, { held: [{ id: idOf(key) }] }, caller);
  expect(plan.items).toMatchObject([
    { key: { text: key }, why: null, holder: { token: { text: tokenNow(key) } } },
  ]);
});

test('a successor that the console does not know of yet is left alone as well', async () => {
  const [key = ''] = await someLocks(1);
  const { redis, runtime } = own;
  const plan = await bulkPlan(runtime, { ids: [idOf(key)] }, caller);
  const held = plan.items.map(({ id, holder }) => ({ id, token: holder?.token.text ?? '' }));
  const next = randomUUID();
  const taken = redis.set(key, next, 'PX', 30_000);
  const rest = await bulkPlan(runtime, { held }, caller);
  await taken;
  const { counts } = rest.items[0]?.why
    ? { counts: null }
    : await release(rest, rest.requires.although ?? undefined);
  expect(counts?.released ?? 0).toBe(0);
  expect(await redis.get(key)).toBe(next);
});

test('a lock that was taken a moment ago is in a plan that names it', async () => {
  for (let round = 0; round < 20; round++) {
    const key = `order:${randomUUID()}:lock`;
    await own.redis.set(key, randomUUID(), 'PX', 30_000);
    const plan = await bulkPlan(own.runtime, { ids: [idOf(key)] }, callerAt(randomUUID()));
    expect(plan.items).toMatchObject([{ key: { text: key }, why: null }]);
  }
});

test('a lock that cannot be read is not called free', async (context) => {
  const { server } = await ownServer(context);
  const runtime = await startRuntime(server.url);
  context.onTestFinished(() => runtime.close());
  server.freeze();
  const plan = await bulkPlan(runtime, { ids: [idOf('order:frozen:lock')] }, caller);
  server.thaw();
  expect(plan.items).toMatchObject([{ key: { text: 'order:frozen:lock' }, why: { code: 'not-known' } }]);
});

test('a permit that was given back is free, and of no successor', async () => {
  const key = `order:${randomUUID()}:semaphore`;
  const permit = randomBytes(16);
  await own.redis.set(key, 0);
  await own.redis.zadd(permitDeadlinesOf(key), Date.now() + 60_000, permit);
  await until('it is known', () => tokenNow(key) !== null);
  const plan = await bulkPlan(own.runtime, { ids: [idOf(key)] }, caller);
  await own.redis.multi().zrem(permitDeadlinesOf(key), permit).incr(key).exec();
  const { results } = await release(plan, undefined);
  expect(results.get(idOf(key))).toMatchObject({ outcome: 'refused', because: 'free' });
});

test('a lock that comes back with the same bytes that are no text stops the run', async () => {
  const key = `order:${randomUUID()}:lock`;
  const token = Buffer.concat([Buffer.from([0xff]), randomBytes(19)]);
  const take = async () => {
    await own.redis.set(key, token, 'PX', 30_000);
    await until('it is held', () => tokenNow(key) !== null);
  };
  await take();
  const plan = await bulkPlan(own.runtime, { ids: [idOf(key)] }, caller);
  await own.redis.del(key);
  await until('it is free', () => tokenNow(key) === null);
  await take();
  const { results } = await release(plan, undefined);
  expect(results.get(idOf(key))).toMatchObject({ outcome: 'unexpected', because: 're-entered' });
  expect(await own.redis.exists(key)).toBe(1);
});

test('keys of the same hold that came free while the plan was read are not counted with it', async () => {
  const [key = '', ...others] = Array.from({ length: 3 }, (_, at) => `order:${randomUUID()}:${at}:lock`);
  const [token, endMs] = [randomBytes(16).toString('hex'), Date.now() + 30_000];
  for (const each of [key, ...others]) await own.redis.set(each, token, 'PXAT', endMs);
  await until('all are known', () => [key, ...others].every(tokenNow));
  const freed = own.redis.del(...others);
  const plan = await bulkPlan(own.runtime, { ids: [idOf(key)] }, caller);
  await freed;
  expect(plan.items.length).toBe(1 + plan.added);
});
