import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { callerAt } from '../../../e2e/support/a-caller';
import { fileRuntime } from '../../../e2e/support/a-runtime';
import { until } from '../../../e2e/support/redis-server';
import type { Preview } from '../../contract/actions';
import { bytesOf } from '../../domain/keys/bytes';
import { slugOf } from '../../domain/keys/lock-id';
import { channelOf } from '../../domain/keys/redisson-names';
import { preview } from '../plan/preview';
import { runAction } from './run-action';

const caller = callerAt('127.0.0.1');
const own = await fileRuntime();
const ask = { action: 'quarantine', quarantineMs: 1_000 } as const;

/** A key with a reentrant lock. */
async function held(owner = `${randomUUID()}:47`) {
  const key = `order:${randomUUID()}:lock`;
  await own.redis.multi().hset(key, owner, 1).pexpire(key, 60_000).exec();
  return { key, id: `test.0.${slugOf(bytesOf(key))}`, owner };
}

function quarantine(id: string, { seen, typedKey, requires: { although } }: Preview, more = {}) {
  const consent = although && { although };
  const body = { seen, typedKey, reason: 'stuck', quarantineMs: ask.quarantineMs, ...consent, ...more };
  return runAction(own.runtime, { id, action: 'quarantine', body, caller });
}

const auditOf = (id: string) => own.runtime.history.audit({ limit: 5, lockId: id });

test('the holder loses the lock at once, nobody can have it for the time, and then its waiters are woken', async () => {
  const { key, id, owner } = await held();
  const waiter = own.redis.duplicate();
  const woken = new Promise((resolve) => waiter.once('message', () => resolve(performance.now())));
  await waiter.subscribe(channelOf(key));
  const plan = await preview(own.runtime, id, ask);
  expect(plan).toMatchObject({ allowed: true, requires: { typedKey: true } });
  expect(plan.consequences.map(({ code }) => code)).toEqual(
    expect.arrayContaining(['quarantine-holds', 'late-renewal-fails', 'waiters-wait-longer', 'ends-by-ttl']),
  );
  const startedAt = performance.now();
  const result = await quarantine(id, plan);
  expect(result).toMatchObject({ outcome: 'quarantined', nodes: [{ outcome: 'quarantined' }], woken: null });
  expect((result.freedAtMs ?? 0) - result.atMs).toBe(1_000);
  const [token = '', ...others] = Object.keys(await own.redis.hgetall(key));
  expect(others).toEqual([]);
  expect(token).toMatch(/^lockscope_quarantine:redisson-lock:local-operator:/);
  // As its own library renews and releases: both find another holder.
  expect(await own.redis.hexists(key, owner)).toBe(0);
  expect(own.runtime.locks().find((lock) => lock.id === id)?.holders[0]).toMatchObject({
    label: 'quarantine:local-operator',
    quarantine: { by: 'local-operator' },
  });
  expect(Number(await woken) - startedAt).toBeGreaterThanOrEqual(1_000);
  expect(await own.redis.exists(key)).toBe(0);
  waiter.disconnect();
  const [end, begin] = await until('both are in the audit', async () => {
    const entries = await auditOf(id);
    return entries[0]?.outcome === 'released' && entries;
  });
  expect(begin).toMatchObject({ id: result.auditId, action: 'quarantine', outcome: 'quarantined' });
  expect(begin?.details).toMatchObject({ quarantineMs: 1_000, freedAtMs: result.freedAtMs });
  expect(end).toMatchObject({ action: 'release', outcome: 'released', reason: 'stuck' });
  expect(end?.details).toMatchObject({ quarantine: result.auditId, woken: 1 });
});

test('a lock that changed hands is left alone, and so is one that an operator released meanwhile', async () => {
  const { key, id } = await held();
  const plan = await preview(own.runtime, id, ask);
  const successor = `${randomUUID()}:1`;
  await own.redis.multi().del(key).hset(key, successor, 1).pexpire(key, 60_000).exec();
  await expect(quarantine(id, plan)).rejects.toMatchObject({ code: 'changed' });
  expect(await own.redis.hgetall(key)).toEqual({ [successor]: '1' });

  const result = await quarantine(id, await preview(own.runtime, id, ask));
  const release = await preview(own.runtime, id, { action: 'release' });
  const body = { seen: release.seen, typedKey: release.typedKey, reason: 'early' };
  await runAction(own.runtime, { id, action: 'release', body, caller });
  await own.redis.hset(key, successor, 1);
  const [end] = await until('its end is in the audit', async () => {
    const entries = await auditOf(id);
    return entries[0]?.details.quarantine === result.auditId && entries[0].outcome !== 'attempted' && entries;
  });
  expect(end).toMatchObject({ outcome: 'refused', details: { code: 'changed' } });
  expect(await own.redis.hgetall(key)).toEqual({ [successor]: '1' });
});

test('it is not offered twice, nor for a lock whose unlock compares nothing, nor for several keys', async () => {
  const { id } = await held();
  await quarantine(id, await preview(own.runtime, id, ask));
  const again = await preview(own.runtime, id, ask);
  expect(again).toMatchObject({ allowed: false, why: { code: 'quarantine-unsupported' } });
  await expect(quarantine(id, again)).rejects.toMatchObject({ code: 'quarantine-unsupported' });

  const constant = `order:${randomUUID()}:lock`;
  await own.redis.set(constant, '1', 'PX', 60_000);
  const other = await preview(own.runtime, `test.0.${slugOf(bytesOf(constant))}`, ask);
  expect(other).toMatchObject({ allowed: false, lock: { actions: { quarantine: false } } });

  const { seen } = again;
  await expect(quarantine(id, again, { also: [{ id, seen }] })).rejects.toMatchObject({
    code: 'invalid-argument',
    details: { setting: 'also' },
  });
});
