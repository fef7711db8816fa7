import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import Redlock from 'redlock';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callerAt } from '../../../e2e/support/a-caller';
import { waitingFor } from '../../../e2e/support/a-lock';
import { type RedisServer, until } from '../../../e2e/support/redis-server';
import { type RedlockRuntime, startRedlockRuntime } from '../../../e2e/support/redlock-runtime';
import { toldApart } from '../../../e2e/support/told-apart';
import { alsoOf, chosenByDefault } from '../../domain/actions/hold-choice';
import { bytesOf } from '../../domain/keys/bytes';
import { slugOf } from '../../domain/keys/lock-id';
import { createRedlock } from '../../locks/index';
import { readDetail } from '../../reads/read-detail';
import type { Runtime } from '../../server/runtime/types';
import { preview } from '../plan/preview';
import { runAction } from './run-action';

const caller = callerAt('127.0.0.1');
let own: RedlockRuntime;
let servers: RedisServer[];
let nodes: Redis[];
let runtime: Runtime;
beforeAll(async () => {
  own = await startRedlockRuntime();
  ({ servers, nodes, runtime } = own);
});
afterAll(() => own.close());

const addresses = () => servers.map(({ port }) => `127.0.0.1:${port}`);
const keyOf = () => `order:${randomUUID()}:lock`;
const idOf = (key: string) => `test.0.${slugOf(bytesOf(key))}`;
const left = (key: string) => Promise.all(nodes.map((redis) => redis.get(key)));

async function released(key: string) {
  const { seen, typedKey } = await preview(runtime, idOf(key), { action: 'release' });
  return runAction(runtime, {
    id: idOf(key),
    action: 'release',
    body: { seen, typedKey, reason: 'stuck', although: 'alive' },
    caller,
  });
}

test('a release frees every master, wakes who waits, and notifies the holder', async ({ onTestFinished }) => {
  const key = keyOf();
  const others = nodes.map((redis) => redis.duplicate());
  onTestFinished(() => {
    for (const redis of others) redis.disconnect();
  });
  await using holders = createRedlock({ nodes, leaseMs: 60_000, settle: 'all' });
  await using waiters = createRedlock({ nodes: others, leaseMs: 60_000 });
  const lease = await holders.tryAcquire(key);
  const waiting = waiters.acquire(key, { waitMs: 60_000 });
  const detail = await until('it is read, with its votes and its waiter', async () => {
    const read = await readDetail(runtime, idOf(key));
    return read.lock.votes?.every(({ vote }) => vote === 'yes') && waitingFor(read.lock) === 1 && read;
  });
  expect(detail.lock.votes?.map(({ node }) => node)).toEqual(addresses());
  const result = await released(key);
  expect(result.nodes).toEqual(addresses().map((node) => ({ node, outcome: 'released' })));
  expect(result.woken).toBe(1);
  await (await waiting).release();
  await expect(lease?.release()).rejects.toMatchObject({ code: 'lost', details: { why: 'force-released' } });
});

test('its readings of the TTL are those of each master, each a line of its own', async () => {
  const key = keyOf();
  await using holders = createRedlock({ nodes, leaseMs: 60_000, settle: 'all' });
  await holders.tryAcquire(key);
  const detail = await until('each master was read twice', async () => {
    const read = await readDetail(runtime, idOf(key));
    return (
      read.nodeSamples?.length === 3 && read.nodeSamples.every(({ samples }) => samples.length > 1) && read
    );
  });
  expect(detail.nodeSamples?.map(({ node }) => node)).toEqual(addresses());
  for (const { samples } of detail.nodeSamples ?? []) {
    const times = samples.map(({ atMs }) => atMs);
    expect(times).toEqual([...times].sort((a, b) => a - b));
  }
});

test('two resources of a redlock over all masters are one hold, freed on each of them', async () => {
  const keys = [keyOf(), keyOf()];
  const [one = '', two = ''] = keys;
  const redlock = new Redlock(nodes, { retryCount: 0 });
  const lock = await toldApart(() => redlock.acquire(keys, 60_000), nodes, keys);
  const { collector } = runtime.watched('test');
  const of = await until('both are known by all', async () => {
    if (
      keys.some((key) => collector.find(idOf(key))?.lock.votes?.some(({ vote }) => vote !== 'yes') !== false)
    )
      return false;
    return preview(runtime, idOf(one), { action: 'release' });
  });
  expect(of.hold?.parts).toMatchObject([{ sure: 'proven', lock: { key: { text: two } } }]);
  const also = alsoOf(of.hold, chosenByDefault(of.hold));
  const body = { seen: of.seen, typedKey: of.typedKey, reason: 'stuck', although: 'alive' as const, also };
  const result = await runAction(runtime, { id: of.lock.id, action: 'release', body, caller });
  const everywhere = addresses().map((node) => ({ node, outcome: 'released' }));
  expect(result.outcome).toBe('released');
  expect(result.hold?.keys.map((key) => key.nodes)).toEqual([everywhere, everywhere]);
  expect([await left(one), await left(two)]).toEqual([Array(3).fill(null), Array(3).fill(null)]);
  await expect(lock.unlock()).rejects.toThrow();
});

test('an extension goes to every master', async () => {
  const key = keyOf();
  await using holders = createRedlock({ nodes, leaseMs: 20_000, settle: 'all' });
  await holders.tryAcquire(key);
  const { seen, typedKey } = await preview(runtime, idOf(key), { action: 'extend', leaseMs: 90_000 });
  const body = { seen, typedKey, reason: 'slow', leaseMs: 90_000 };
  const result = await runAction(runtime, { id: idOf(key), action: 'extend', body, caller });
  expect(result.nodes.map(({ outcome }) => outcome)).toEqual(['extended', 'extended', 'extended']);
  for (const redis of nodes) expect(await redis.pttl(key)).toBeGreaterThan(80_000);
});

test('a master where somebody else has it is left alone, and said so', async () => {
  const key = keyOf();
  await Promise.all(
    nodes.slice(0, 2).map((redis) => redis.set(key, 'token-of-two-masters-01', 'PX', 60_000)),
  );
  await nodes[2]?.set(key, 'token-of-somebody-else-1', 'PX', 60_000);
  const result = await released(key);
  expect(result.nodes.map(({ outcome }) => outcome)).toEqual(['released', 'released', 'changed']);
  expect(await left(key)).toEqual([null, null, 'token-of-somebody-else-1']);
});

test('a lock that changed hands everywhere is refused, and none is touched', async () => {
  const key = keyOf();
  await Promise.all(nodes.map((redis) => redis.set(key, 'token-of-the-first-012', 'PX', 60_000)));
  const { seen, typedKey } = await preview(runtime, idOf(key), { action: 'release' });
  await Promise.all(nodes.map((redis) => redis.set(key, 'token-of-the-second-01', 'PX', 60_000)));
  const body = { seen, typedKey, reason: 'late', although: 'alive' as const };
  const refused = runAction(runtime, { id: idOf(key), action: 'release', body, caller });
  await expect(refused).rejects.toMatchObject({ code: 'changed' });
  expect(await left(key)).toEqual(Array.from({ length: 3 }, () => 'token-of-the-second-01'));
});

test('with one master down the others are freed, and that one is said not to have been reached', async () => {
  const [key, shown] = [keyOf(), keyOf()];
  const token = randomUUID();
  const votesOf = (text: string) => runtime.locks().find((lock) => lock.key.text === text)?.votes;
  for (const each of [key, shown]) {
    for (const [i, redis] of nodes.entries()) {
      await redis.set(each, token, 'PX', 60_000);
      await until('it is known there', () => votesOf(each)?.[i]?.vote === 'yes');
    }
  }
  // The master that had it last goes after the preview was shown.
  const { seen, typedKey } = await preview(runtime, idOf(shown), { action: 'release' });
  await servers[2]?.stop('SIGKILL');
  await until('it is unread there', () =>
    [key, shown].every((each) => votesOf(each)?.[2]?.vote === 'unread'),
  );
  const body = { seen, typedKey, reason: 'stuck', although: 'alive' as const };
  for (const result of [
    await runAction(runtime, { id: idOf(shown), action: 'release', body, caller }),
    await released(key),
  ])
    expect(result.nodes.map(({ outcome }) => outcome)).toEqual(['released', 'released', 'unreached']);
  const [audit] = await runtime.history.audit({ limit: 1, lockId: idOf(key) });
  expect(audit).toMatchObject({
    outcome: 'released',
    details: { nodes: [{ outcome: 'released' }, { outcome: 'released' }, { outcome: 'unreached' }] },
  });
});

test('with a quorum of masters down it is not said to be released: the lock may be held there still', async () => {
  const key = keyOf();
  const votesOf = () => runtime.locks().find((lock) => lock.key.text === key)?.votes;
  const token = randomUUID();
  for (const [i, redis] of nodes.slice(0, 2).entries()) {
    await redis.set(key, token, 'PX', 60_000);
    await until('it is known there', () => votesOf()?.[i]?.vote === 'yes');
  }
  const { seen, typedKey } = await preview(runtime, idOf(key), { action: 'release' });
  await servers[1]?.stop('SIGKILL');
  await until('it is unread there', () => votesOf()?.[1]?.vote === 'unread');
  const body = { seen, typedKey, reason: 'stuck', although: 'alive' as const };
  const result = await runAction(runtime, { id: idOf(key), action: 'release', body, caller });
  expect(result.nodes.map(({ outcome }) => outcome)).toEqual(['released', 'unreached', 'unreached']);
  expect(result.outcome).toBe('partly-released');
  const [audit] = await runtime.history.audit({ limit: 1, lockId: idOf(key) });
  expect(audit).toMatchObject({ outcome: 'partly-released', details: { short: true } });
});
