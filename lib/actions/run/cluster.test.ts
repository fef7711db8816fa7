import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { callerAt } from '../../../e2e/support/a-caller';
import { waitingFor } from '../../../e2e/support/a-lock';
import { startClusterRuntime } from '../../../e2e/support/cluster-runtime';
import { until } from '../../../e2e/support/redis-server';
import { bytesOf } from '../../domain/keys/bytes';
import { slugOf } from '../../domain/keys/lock-id';
import { createFair, createReentrant } from '../../locks/index';
import { readDetail } from '../../reads/read-detail';
import { preview } from '../plan/preview';
import { runAction } from './run-action';

const caller = callerAt('127.0.0.1');
const own = await startClusterRuntime(0);
const { cluster, redis, runtime } = own;
afterAll(() => own.close());

const idOf = (key: string) => `test.0.${slugOf(bytesOf(key))}`;
/** Keys of which each is on another node, most likely. */
const keys = () => Array.from({ length: 6 }, () => `order:${randomUUID()}:lock`);

test('a held lock of any node is read, released by its own rules, and its waiter has it at once', async () => {
  await using holders = createReentrant({ redis, leaseMs: 60_000 });
  await using waiters = createReentrant({ redis, leaseMs: 60_000 });
  for (const key of keys()) {
    const lease = await holders.tryAcquire(key);
    const waiting = waiters.acquire(key, { waitMs: 60_000 });
    const detail = await until('the waiter is counted', async () => {
      const read = await readDetail(runtime, idOf(key));
      return waitingFor(read.lock) === 1 && read;
    });
    expect(detail.lock.node).toBe(`127.0.0.1:${(await cluster.masterOf(await cluster.slotOf(key))).port}`);
    const { seen, typedKey } = await preview(runtime, idOf(key), { action: 'release' });
    const result = await runAction(runtime, {
      id: idOf(key),
      action: 'release',
      body: { seen, typedKey, reason: 'stuck', although: 'alive' },
      caller,
    });
    expect(result).toMatchObject({ outcome: 'released', woken: 1, nodes: [{ node: detail.lock.node }] });
    await (await waiting).release();
    await expect(lease?.release()).rejects.toMatchObject({
      code: 'lost',
      details: { why: 'force-released' },
    });
  }
});

test('a fair lock with its queue is released to the first in it', async () => {
  await using holders = createFair({ redis, leaseMs: 60_000 });
  await using waiters = createFair({ redis, leaseMs: 60_000 });
  const [key = ''] = keys();
  await holders.tryAcquire(key);
  const waiting = waiters.acquire(key, { waitMs: 60_000 });
  await until('the queue is read', async () => (await readDetail(runtime, idOf(key))).queue?.length === 1);
  const { seen, typedKey } = await preview(runtime, idOf(key), { action: 'release' });
  await runAction(runtime, {
    id: idOf(key),
    action: 'release',
    body: { seen, typedKey, reason: 'stuck', although: 'alive' },
    caller,
  });
  await (await waiting).release();
});

test('a lease is extended; one that changed hands is left alone', async () => {
  for (const key of keys()) {
    await redis.set(key, `token-${randomUUID()}`, 'PX', 20_000);
    const extend = await preview(runtime, idOf(key), { action: 'extend', leaseMs: 90_000 });
    const body = { seen: extend.seen, typedKey: extend.typedKey, reason: 'slow', leaseMs: 90_000 };
    await runAction(runtime, { id: idOf(key), action: 'extend', body, caller });
    expect(await redis.pttl(key)).toBeGreaterThan(80_000);
    const release = await preview(runtime, idOf(key), { action: 'release' });
    await redis.set(key, 'a-successor-of-its-own', 'PX', 20_000);
    const refused = runAction(runtime, {
      id: idOf(key),
      action: 'release',
      body: { seen: release.seen, typedKey: release.typedKey, reason: 'late', although: 'alive' },
      caller,
    });
    await expect(refused).rejects.toMatchObject({ code: 'changed' });
    expect(await redis.get(key)).toBe('a-successor-of-its-own');
  }
});

test('while its slot is on its way, a lock is read and released where it is', async () => {
  const key = `{${randomUUID()}}:lock`;
  await redis.set(key, `token-${randomUUID()}`, 'PX', 60_000);
  const slot = await cluster.slotOf(key);
  await cluster.migrateSlot(slot, await cluster.otherMaster(slot), async (step) => {
    if (step !== 'moved') return;
    const { seen, typedKey } = await preview(runtime, idOf(key), { action: 'release' });
    await runAction(runtime, {
      id: idOf(key),
      action: 'release',
      body: { seen, typedKey, reason: 'stuck', although: 'alive' },
      caller,
    });
  });
  expect(await redis.exists(key)).toBe(0);
});
