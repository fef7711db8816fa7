import { randomBytes, randomUUID } from 'node:crypto';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { callerAt } from '../../../e2e/support/a-caller';
import { fileRuntime } from '../../../e2e/support/a-runtime';
import { until } from '../../../e2e/support/redis-server';
import type { BulkLine, BulkRequest } from '../../contract/bulk';
import { planned, toRun } from '../../domain/actions/bulk';
import { slugOf } from '../../domain/keys/lock-id';
import { bulkPlan } from './bulk-plan';
import { beginReleaseMany } from './release-many';

/** A consent counts for the locks whose plan requires it, and for no other lock of the run. */

const own = await fileRuntime();
const caller = callerAt('127.0.0.1');
const LEASE_MS = 60_000;
const idOf = (key: string) => `test.0.${slugOf(key)}`;

afterEach(() => own.redis.flushall());

/** Two locks whose tokens prove each hold: one renews, of the other nothing shows whether its holder lives. */
async function twoLocks() {
  const keys = [1, 2].map(() => `order:${randomUUID()}:lock`);
  for (const key of keys) await own.redis.set(key, randomBytes(20).toString('hex'), 'PX', LEASE_MS);
  const [alive = '', quiet = ''] = keys;
  const renewing = setInterval(() => void own.redis.pexpire(alive, LEASE_MS), 1_000);
  onTestFinished(() => clearInterval(renewing));
  const plan = await until('one is seen to live', async () => {
    const read = await bulkPlan(own.runtime, { ids: keys.map(idOf) }, callerAt(randomUUID()));
    return planned(read.items).some(({ although }) => although === 'alive') && read;
  });
  expect(plan.requires.although).toBe('alive');
  expect(plan.items.find(({ id }) => id === idOf(quiet))?.although).toBeNull();
  return { alive, quiet, plan };
}

async function run(request: Pick<BulkRequest, 'items' | 'although'>) {
  const asked = { ...request, count: request.items.length, reason: 'drained', scope: '' };
  const lines: BulkLine[] = [];
  const begun = await beginReleaseMany(own.runtime, asked, caller);
  await begun.go((line) => void lines.push(line), new AbortController().signal);
  return new Map(lines.flatMap((line) => ('result' in line ? [[line.result.id, line.result]] : [])));
}

test('a lock that needed no consent is not released from a holder that lives by the consent of another', async () => {
  const { alive, quiet, plan } = await twoLocks();
  await own.redis.pexpire(quiet, 2 * LEASE_MS);
  const results = await run(toRun(plan, true));
  expect(results.get(idOf(quiet))).toMatchObject({ outcome: 'unexpected', because: 'renewed' });
  expect(await own.redis.exists(quiet)).toBe(1);
  expect(results.get(idOf(alive))).toMatchObject({ outcome: 'released' });
});

test('a lock whose plan says that its holder lives is released by that consent, and without it is not', async () => {
  const { alive, plan } = await twoLocks();
  const without = await run(toRun(plan, false));
  expect(without.get(idOf(alive))?.outcome).not.toBe('released');
  expect(await own.redis.exists(alive)).toBe(1);
  const again = await bulkPlan(own.runtime, { ids: [idOf(alive)] }, caller);
  expect((await run(toRun(again, true))).get(idOf(alive))).toMatchObject({ outcome: 'released' });
});

test('a client that says nothing of each lock consents for those whose holder lives when it begins', async () => {
  const { alive, quiet, plan } = await twoLocks();
  const items = planned(plan.items).map(({ id, seen }) => ({ id, seen }));
  const results = await run({ items, although: 'alive' });
  for (const key of [alive, quiet]) expect(results.get(idOf(key))).toMatchObject({ outcome: 'released' });
});
