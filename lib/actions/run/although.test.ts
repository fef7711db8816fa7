import { randomUUID } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { callerAt } from '../../../e2e/support/a-caller';
import { fileRuntime } from '../../../e2e/support/a-runtime';
import { until } from '../../../e2e/support/redis-server';
import type { ActionRequest } from '../../contract/actions';
import { slugOf } from '../../domain/keys/lock-id';
import { preview } from '../plan/preview';
import { runAction } from './run-action';

const own = await fileRuntime();
const caller = callerAt('127.0.0.1');
const LEASE_MS = 60_000;

/** A token that is drawn for each hold, so that it proves which one it is. */
const drawn = () => randomUUID().replaceAll('-', '');

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
  const { key, id } = await held();
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
