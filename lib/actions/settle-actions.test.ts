import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { fileRuntime } from '../../e2e/support/a-runtime';
import { until } from '../../e2e/support/redis-server';
import { slugOf } from '../domain/keys/lock-id';
import type { NewAuditEntry } from '../history/memory/store';
import { preview } from './plan/preview';
import { createActionSettler } from './settle-actions';

/** What another console does goes on while this one starts: it learns the outcome, and this one does not. */

const own = await fileRuntime();

const entryOf = (what: Partial<NewAuditEntry>): NewAuditEntry => ({
  ...{
    atMs: Date.now(),
    actor: 'mk',
    action: 'release',
    target: 'test',
    lockId: null,
    key: 'k',
    holder: null,
  },
  ...{ reason: 'stuck', outcome: 'attempted', details: {}, ...what },
});

/** A settler of a console that starts now, at a time that the test moves on. */
function startedNow() {
  const { runtime } = own;
  let laterMs = 0;
  const settler = createActionSettler({
    all: runtime.all,
    history: runtime.history,
    log: runtime.log,
    now: () => Date.now() + laterMs,
  });
  return {
    settler,
    pass: (ms: number) => {
      laterMs += ms;
    },
  };
}

async function entryWith(id: number) {
  return (await own.runtime.history.audit({ limit: 100 })).find((entry) => entry.id === id);
}

test('the outcome of an act that another console had under way is not replaced', async () => {
  const { runtime, redis } = own;
  const key = `order:${randomUUID()}:lock`;
  const lockId = `test.0.${slugOf(key)}`;
  await redis.set(key, randomUUID(), 'PX', 60_000);
  await until('it is known', () => runtime.watched('test').collector.find(lockId));
  const { seen } = await preview(runtime, lockId, { action: 'release' });
  const { id, details } = await runtime.history.appendAudit(entryOf({ lockId, details: { seen } }));
  const { settler, pass } = startedNow();
  await settler.run();
  expect((await entryWith(id))?.outcome, 'it may be under way').toBe('attempted');

  await redis.del(key);
  await runtime.history.updateAudit(id, { outcome: 'released', details: { ...details, woken: 3 } });
  pass(30_000);
  await settler.run();
  const now = await entryWith(id);
  expect([now?.outcome, now?.details.woken, now?.details.settled]).toEqual(['released', 3, undefined]);
});

test('nor is that of a run', async () => {
  const { runtime } = own;
  const run = await runtime.history.appendAudit(entryOf({ action: 'release-many', details: { planned: 2 } }));
  const { settler, pass } = startedNow();
  await settler.run();
  const counts = { released: 1, refused: 0, unexpected: 0, 'not-tried': 1 };
  const concluded = { outcome: 'partly-released', details: { planned: 2, counts, left: true } } as const;
  await runtime.history.updateAudit(run.id, concluded);
  pass(30_000);
  await settler.run();
  expect(await entryWith(run.id)).toMatchObject(concluded);
  expect((await entryWith(run.id))?.details.settled).toBeUndefined();
});

test('an act whose console never learns its outcome is settled', async () => {
  const { runtime } = own;
  const lockId = `test.0.${slugOf(`order:${randomUUID()}:lock`)}`;
  const { id } = await runtime.history.appendAudit(entryOf({ lockId }));
  const { settler, pass } = startedNow();
  await settler.run();
  pass(30_000);
  await settler.run();
  expect(await entryWith(id)).toMatchObject({
    outcome: 'unknown',
    details: { settled: { is: 'another' } },
  });
});
