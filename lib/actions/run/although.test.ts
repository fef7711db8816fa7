import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { callerAt } from '../../../e2e/support/a-caller';
import { fileRuntime, startRuntime } from '../../../e2e/support/a-runtime';
import { planBulk } from '../../../e2e/support/bulk-run';
import { until } from '../../../e2e/support/redis-server';
import type { ActionRequest } from '../../contract/actions';
import { slugOf } from '../../domain/keys/lock-id';
import { operatorTokenOf } from '../../domain/keys/operator-token';
import { uuidV1Hex } from '../../formats/core/fixture';
import type { Runtime } from '../../server/runtime/types';
import { preview } from '../plan/preview';
import { runAction } from './run-action';

const own = await fileRuntime();
const caller = callerAt('127.0.0.1');
const LEASE_MS = 60_000;

/** A token that is drawn for each hold, so that it proves which one it is. */
const drawn = () => randomUUID().replaceAll('-', '');
/** The same of a library that does not renew by itself. */
const drawnOnce = () => randomBytes(20).toString('hex');

/** A held lock, and its id. Libraries that keep one token for many holds write UUIDs. */
async function held(token: string = randomUUID()) {
  const key = `order:${randomUUID()}:lock`;
  await own.redis.set(key, token, 'PX', LEASE_MS);
  return { key, token, id: `test.0.${slugOf(key)}` };
}

const look = (id: string) => preview(own.runtime, id, { action: 'release' });
const release = (id: string, body: Omit<ActionRequest, 'reason'>) =>
  runAction(own.runtime, { id, action: 'release', body: { reason: 'test', ...body }, caller });

test('a holder that renews is released only with consent to that', async () => {
  const { key, id } = await held(drawn());
  const renewing = setInterval(() => void own.redis.pexpire(key, LEASE_MS), 1_000);
  onTestFinished(() => clearInterval(renewing));
  const { seen, requires, typedKey } = await until('it is seen to renew', async () => {
    const found = await look(id);
    return found.requires.although === 'alive' && found;
  });
  expect(requires).toEqual({ reason: true, typedKey: true, although: 'alive' });
  for (const although of [{}, { although: 'renews' as const }])
    await expect(release(id, { seen, typedKey, ...although })).rejects.toMatchObject({
      code: 'invalid-argument',
      details: { setting: 'although', although: 'alive', auditId: expect.any(Number) },
    });
  expect(await own.redis.exists(key)).toBe(1);
  const { outcome, auditId } = await release(id, { seen, typedKey, although: 'alive' });
  expect([outcome, await own.redis.exists(key)]).toEqual(['released', 0]);
  const [entry] = await own.runtime.history.audit({ limit: 1 });
  expect(entry).toMatchObject({ id: auditId, outcome: 'released', details: { although: 'alive' } });
});

test('a holder that looked gone and renews before it is released is left alone', async () => {
  const { key, id } = await held(drawnOnce());
  const { seen, requires } = await look(id);
  expect(requires.although).toBeNull();
  await own.redis.pexpire(key, LEASE_MS * 2);
  await expect(release(id, { seen })).rejects.toMatchObject({
    code: 'invalid-argument',
    details: { setting: 'although', although: 'alive' },
  });
  expect(await own.redis.exists(key)).toBe(1);
});

test('a consent to that counts for renewals since it was seen, where the token proves the hold', async () => {
  const { key, id } = await held(drawn());
  const { seen, typedKey } = await look(id);
  for (const more of [1, 2]) await own.redis.pexpire(key, LEASE_MS + more * 1_000);
  const { outcome } = await release(id, { seen, typedKey, although: 'alive' });
  expect([outcome, await own.redis.exists(key)]).toEqual(['released', 0]);
});

/** A lock of Redisson's kind, whose watchdog renews at a third of its lease. */
async function heldByRedisson(leaseMs: number) {
  const key = `order:${randomUUID()}:lock`;
  const token = `${randomUUID()}:47`;
  await own.redis.multi().hset(key, token, 1).pexpire(key, leaseMs).exec();
  return { key, token, id: `test.0.${slugOf(key)}` };
}

/** One that was read as it was taken, as often as a busy machine reads one late. */
async function seenToBegin(runtime: Runtime, leaseMs: number) {
  for (;;) {
    const held = await heldByRedisson(leaseMs);
    const lock = await until('it is known', () => runtime.watched('test').collector.find(held.id)?.lock);
    const lateMs = Number(lock.expiresAtMs) - (await own.redis.pexpiretime(held.key));
    if (lock.holders[0]?.since?.atLeast === false && Math.abs(lateMs) < 20) return held;
    await own.redis.del(held.key);
  }
}

describe('a holder that may renew', () => {
  test('is released only with consent until it was watched for as long as a renewal may take', async () => {
    const { key, id } = await heldByRedisson(12_000);
    const first = await look(id);
    expect(first).toMatchObject({
      holder: { verdict: 'unknown' },
      requires: { reason: true, although: 'renews', untilMs: expect.any(Number) },
    });
    const leftMs = (first.requires.untilMs ?? 0) - first.nowMs;
    expect(leftMs).toBeGreaterThan(4_000);
    expect(leftMs).toBeLessThanOrEqual(1.4 * 4_000);
    expect(first.consequences).toContainEqual({
      code: 'renewal-may-come',
      happens: true,
      values: { watchedMs: expect.any(Number), withinMs: expect.any(Number) },
    });
    await expect(release(id, { seen: first.seen })).rejects.toMatchObject({
      code: 'invalid-argument',
      details: { setting: 'although', although: 'renews' },
    });
    expect(await own.redis.exists(key)).toBe(1);
    const later = await until('no renewal came', async () => {
      const found = await look(id);
      return found.requires.although === null && found;
    });
    expect(later.consequences.map(({ code }) => code)).not.toContain('renewal-may-come');
    await release(id, { seen: later.seen });
    expect(await own.redis.exists(key)).toBe(0);
  });

  test('lives, once it was watched for as long and did', async () => {
    const { key, id } = await heldByRedisson(6_000);
    const renewing = setInterval(() => void own.redis.pexpire(key, 6_000), 2_000);
    onTestFinished(() => clearInterval(renewing));
    const needed = new Set<string | null>();
    await until('it is seen to renew', async () => {
      needed.add((await look(id)).requires.although);
      return needed.has('alive');
    });
    expect(needed).toEqual(new Set(['renews', 'alive']));
  });

  test('is not released by a console that was started after its last renewal', async (context) => {
    const { key, id } = await heldByRedisson(30_000);
    const before = await startRuntime(own.redisUrl);
    await until('it is watched', () => before.locks().some((lock) => lock.id === id));
    await before.close();
    await own.redis.pexpire(key, 30_000);
    const after = await startRuntime(own.redisUrl);
    context.onTestFinished(() => after.close());
    const { seen, requires } = await preview(after, id, { action: 'release' });
    expect(requires.although).toBe('renews');
    const act = { id, action: 'release' as const, body: { seen, reason: 'x' }, caller };
    await expect(runAction(after, act)).rejects.toMatchObject({ details: { setting: 'although' } });
    expect(await own.redis.exists(key)).toBe(1);
  });

  test('is as long unrenewed after a restart as its deadline proves, by what was recorded before', async (context) => {
    const folder = await mkdtemp(join(tmpdir(), 'lockscope-although-'));
    context.onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const settings = { LOCKSCOPE_HISTORY_URL: join(folder, 'history.db') };
    const before = await startRuntime(own.redisUrl, settings);
    const leaseMs = 24_000;
    const periodMs = 1.4 * (leaseMs / 3);
    const [still, renewed] = [await seenToBegin(before, leaseMs), await seenToBegin(before, leaseMs)];
    const takenAtMs = Date.now();
    await before.close();
    await until('its lease can be seen to end later', () => Date.now() > takenAtMs + 1_000);
    await own.redis.pexpire(renewed.key, leaseMs);
    await until('no renewal came for a period', () => Date.now() > takenAtMs + periodMs + 1_000);

    const after = await startRuntime(own.redisUrl, settings);
    context.onTestFinished(() => after.close());
    const lookAfter = (id: string) => preview(after, id, { action: 'release' });
    const awaitedOf = ({ id }: { id: string }) =>
      after.watched('test').collector.find(id)?.lock.renewal.awaited ?? null;
    const isBefore = (of: { id: string }) =>
      (awaitedOf(of)?.sinceMs ?? after.startedAtMs) < after.startedAtMs;
    await until('both are known, and what was recorded', () => isBefore(still) && awaitedOf(renewed));
    expect((await lookAfter(renewed.id)).requires.although).toBe('renews');
    expect(isBefore(renewed)).toBe(false);
    const { seen, requires } = await lookAfter(still.id);
    expect(requires.although).toBeNull();
    await runAction(after, { id: still.id, action: 'release', body: { seen, reason: 'x' }, caller });
    expect(await own.redis.exists(still.key, renewed.key)).toBe(1);
  });

  test('is extended without any', async () => {
    const { id } = await heldByRedisson(12_000);
    const { seen, requires } = await preview(own.runtime, id, { action: 'extend', leaseMs: 15_000 });
    expect(requires).toEqual({ reason: false, typedKey: false, although: null });
    const body = { seen, reason: '', leaseMs: 15_000 };
    expect((await runAction(own.runtime, { id, action: 'extend', body, caller })).outcome).toBe('extended');
  });

  test('is in a plan with that consent, and with none once it was watched', async () => {
    const { key, id } = await heldByRedisson(9_000);
    const plan = () => planBulk(own.runtime, { ids: [id] });
    expect(await plan()).toMatchObject({
      requires: { although: 'renews', untilMs: expect.any(Number) },
      items: [{ why: null, although: 'renews' }],
    });
    const { items } = await until('no renewal came', async () => {
      const found = await plan();
      return found.requires.although === null && found;
    });
    expect(items).toMatchObject([{ why: null, although: null }]);
    expect(await own.redis.exists(key)).toBe(1);
  });
});

test('what never renews takes no consent: a lock without a watchdog, without a TTL, in quarantine', async () => {
  const { id: plain } = await held(drawnOnce());
  expect((await look(plain)).requires.although).toBeNull();
  const { key, id } = await heldByRedisson(12_000);
  await own.redis.persist(key);
  expect((await look(id)).requires.although).toBeNull();
  const { key: kept, id: quarantined } = await heldByRedisson(60_000);
  await own.redis.del(kept);
  await own.redis.hset(kept, operatorTokenOf('redisson-lock', 'mk', randomUUID()), 1);
  await own.redis.pexpire(kept, 60_000);
  expect((await look(quarantined)).requires.although).toBeNull();
});

/** By their libraries' own bytes, with the share of the lease that passes until they renew. */
const MAY_RENEW: readonly (readonly [string, (unique: string) => [key: string, value: string], number])[] = [
  ['node-redlock, whose `using` renews at its very end', (name) => [`${name}:lock`, hexOf16()], 1],
  ['Spring, where it has a scheduler', (name) => [`my-registry:${name}`, randomUUID()], 1 / 3],
  ['go-redislock, where it is asked to', (name) => [`{${name}}`, `lock_token:${randomUUID()}`], 1 / 3],
  [
    'ShedLock, where it keeps alive',
    (name) => [`job-lock:default:${name}`, `ADDED:${new Date().toISOString()}@worker-7:${randomUUID()}`],
    1 / 2,
  ],
  [
    '@redis-kit/lock, at a time of its application',
    (name) => [`${name}:lock`, 'h4fpwx3KWpCRhl4L+cCr1Q'],
    1 / 3,
  ],
  ['tooz, when its coordinator beats', (name) => [`_tooz_${name}_lock`, uuidV1Hex(Date.now())], 1 / 3],
  ['the leader of Sidekiq, of an unknown lease', () => ['dear-leader', 'worker-7:4711:0a1b2c3d4e5f'], 1],
  ['one of several libraries that write a UUID', (name) => [`${name}:lock`, randomUUID()], 1 / 3],
];
/** 16 bytes that do not look like a UUID. */
const hexOf16 = () => `${randomBytes(6).toString('hex')}0${randomBytes(10).toString('hex').slice(1)}`;

test.each(MAY_RENEW)('%s: it is watched before a release takes no consent', async (_, write, share) => {
  const [key, value] = write(randomUUID());
  await own.redis.set(key, value, 'PX', LEASE_MS);
  const id = `test.0.${slugOf(key)}`;
  const first = await look(id);
  const { seen, nowMs, requires } = first;
  expect(requires).toMatchObject({ although: 'renews', reason: true });
  const withinMs = Math.min(1.4 * share, 1) * LEASE_MS;
  const leftMs = (requires.untilMs ?? 0) - nowMs;
  // What passed since the lock was taken, however busy the machine.
  expect(leftMs).toBeLessThanOrEqual(withinMs + 50);
  expect(leftMs).toBeGreaterThan(withinMs - 15_000);
  await expect(release(id, { seen })).rejects.toMatchObject({
    ...{ code: 'invalid-argument', details: { setting: 'although', although: 'renews' } },
  });
  expect(await own.redis.exists(key)).toBe(1);
  await own.redis.del(key);
});

test.each<[string, string]>([
  ['redlock4j', drawnOnce()],
  ['redis-py', uuidV1Hex(Date.now())],
  ['redsync', randomBytes(16).toString('base64')],
  ['a value of an application', 'worker-7'],
])('%s does not renew by itself: it takes no consent', async (_, value) => {
  const { id } = await held(value);
  expect((await look(id)).requires.although).toBeNull();
});

describe('a token that may be kept for many holds', () => {
  const cases: [string, (key: string, token: string) => Promise<unknown>][] = [
    ['was renewed', (key) => own.redis.pexpire(key, LEASE_MS * 2)],
    [
      'was given back and taken again in one step',
      (key, token) =>
        own.redis
          .multi()
          .del(key)
          .set(key, token, 'PX', LEASE_MS * 2)
          .exec(),
    ],
  ];

  test.each(cases)('and %s is left alone, whatever was consented to, and why is said', async (_, change) => {
    const { key, token, id } = await held();
    const { seen, typedKey } = await look(id);
    await change(key, token);
    const found = [await own.redis.get(key), await own.redis.pexpiretime(key)];
    await expect(release(id, { seen, typedKey, although: 'alive' })).rejects.toMatchObject({
      code: 'changed',
      message: expect.stringContaining('renewed, or given back and taken again with the same token'),
      details: { changed: ['renewed-or-retaken'], auditId: expect.any(Number) },
    });
    expect([await own.redis.get(key), await own.redis.pexpiretime(key)]).toEqual(found);
    // As it is now it is released with the same consent.
    const now = await look(id);
    const { outcome } = await release(id, { seen: now.seen, typedKey, although: 'alive' });
    expect([outcome, await own.redis.exists(key)]).toEqual(['released', 0]);
  });
});
