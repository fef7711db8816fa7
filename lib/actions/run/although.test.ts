import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
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

/** A held lock, and its id. */
async function held() {
  const key = `order:${randomUUID()}:lock`;
  await own.redis.set(key, randomUUID(), 'PX', LEASE_MS);
  return { key, id: `test.0.${slugOf(key)}` };
}

const look = (id: string) => preview(own.runtime, id, { action: 'release' });
const release = (id: string, body: Omit<ActionRequest, 'reason'>) =>
  runAction(own.runtime, { id, action: 'release', body: { reason: 'test', ...body }, caller });

test('a holder that renews is released only with consent to that', async () => {
  const { key, id } = await held();
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
