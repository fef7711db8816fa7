import { randomUUID } from 'node:crypto';
import Redlock from 'redlock';
import { afterEach, describe, expect, test } from 'vitest';
import { fileRuntime } from '../../../e2e/support/a-runtime';
import { planBulk, runBulk } from '../../../e2e/support/bulk-run';
import { knownAsOne } from '../../../e2e/support/known-as-one';
import { until } from '../../../e2e/support/redis-server';
import type { BulkPlan } from '../../contract/bulk';
import { MOST_BULK } from '../../contract/limits';
import { planned } from '../../domain/actions/bulk';
import { bytesOf } from '../../domain/keys/bytes';
import { slugOf } from '../../domain/keys/lock-id';

/** Runs over holds of several keys, of which a run releases a part. */

const own = await fileRuntime();
const idOf = (key: string) => `test.0.${slugOf(bytesOf(key))}`;

afterEach(() => own.redis.flushall());

type Two = readonly [string, string];
type Acquire = (keys: Two, leaseMs: number) => Promise<unknown>;

/** Two keys of one hold, as a MultiLock of Redisson writes them. */
const ofRedisson: Acquire = async (keys, leaseMs) => {
  const token = `${randomUUID()}:47`;
  const all = own.redis.multi();
  for (const key of keys) all.hset(key, token, 1);
  for (const key of keys) all.pexpire(key, leaseMs);
  await all.exec();
};
const ofRedlock: Acquire = (keys, leaseMs) =>
  new Redlock([own.redis], { retryCount: 0 }).acquire([...keys], leaseMs);

const lockOf = (key: string) => own.runtime.watched('test').collector.find(idOf(key))?.lock;

/** Two keys that are known to be of one hold. */
async function taken(acquire: Acquire, leaseMs = 60_000): Promise<Two> {
  const { keys } = await knownAsOne(own.runtime, async () => {
    const name = randomUUID();
    const keys: Two = [`stock:${name}:1:lock`, `stock:${name}:2:lock`];
    await acquire(keys, leaseMs);
    return { keys, ids: [idOf(keys[0]), idOf(keys[1])] as const };
  });
  return keys;
}

/** A plan of which the run takes these keys alone, as a client may ask for it. */
const only = (plan: BulkPlan, keys: readonly string[]): BulkPlan => ({
  ...plan,
  items: plan.items.filter(({ key }) => keys.includes(key.text)),
});

async function audited(auditId: number | null | undefined) {
  return (await own.runtime.history.audit({ limit: 1_000 })).find(({ id }) => id === auditId);
}
const auditedRun = async () => (await own.runtime.history.audit({ limit: 1, action: 'release-many' }))[0];

describe.each([
  ['a MultiLock of Redisson', ofRedisson],
  ['a redlock over two resources', ofRedlock],
])('of %s', (_, acquire) => {
  test('a key that is left out of the run stays held: in the result, and in the audit of the other one', async () => {
    const keys = await taken(acquire);
    const plan = await planBulk(own.runtime, { ids: [idOf(keys[0])] });
    expect(planned(plan.items).map(({ kept }) => kept)).toEqual([undefined, undefined]);
    const { counts, results } = await runBulk(own.runtime, only(plan, [keys[0]]));
    expect(counts).toMatchObject({ released: 1 });
    const result = results.get(idOf(keys[0]));
    expect(result).toMatchObject({ outcome: 'released', kept: 1 });
    expect(await own.redis.exists(...keys)).toBe(1);
    expect(await audited(result?.auditId)).toMatchObject({
      ...{ outcome: 'partly-released', details: { hold: { left: { held: 1, unclear: 0, perhaps: 0 } } } },
    });
    expect(await auditedRun()).toMatchObject({ outcome: 'partly-released', details: { counts } });
  });

  test('that is released whole nothing is said to stay', async () => {
    const keys = await taken(acquire);
    const { counts, results } = await runBulk(
      own.runtime,
      await planBulk(own.runtime, { ids: keys.map(idOf) }),
    );
    expect(counts).toMatchObject({ released: 2 });
    for (const { kept, unclear, auditId } of results.values()) {
      expect([kept, unclear]).toEqual([undefined, undefined]);
      expect((await audited(auditId))?.outcome).toBe('released');
    }
    expect((await auditedRun())?.outcome).toBe('released');
  });
});

test('a key that the run could not release stays held, and the audit has that once the run is over', async () => {
  const keys = await taken(ofRedisson);
  const plan = await planBulk(own.runtime, { ids: keys.map(idOf) });
  const [first = '', second = ''] = keys;
  await own.redis.hincrby(second, (await own.redis.hkeys(second))[0] ?? '', 1);
  const { results } = await runBulk(own.runtime, plan);
  expect(results.get(idOf(second))).toMatchObject({ outcome: 'unexpected', because: 're-entered' });
  const result = results.get(idOf(first));
  expect(result).toMatchObject({ outcome: 'released', kept: 1 });
  expect(await audited(result?.auditId)).toMatchObject({
    ...{ outcome: 'partly-released', details: { hold: { left: { held: 1, unclear: 0 } } } },
  });
  expect((await auditedRun())?.outcome).toBe('partly-released');
  expect(await own.redis.exists(first, second)).toBe(1);
});

test('a key beyond the most locks of a run is counted in the plan, and stays held', async () => {
  const filler = Array.from({ length: MOST_BULK - 1 }, (_, at) => `order:${randomUUID()}:${at}:lock`);
  const all = own.redis.multi();
  for (const key of filler) all.set(key, randomUUID(), 'PX', 900_000);
  await all.exec();
  await until('they are known', () => filler.every(lockOf));
  const keys = await taken(ofRedlock, 600_000);
  const plan = await planBulk(own.runtime, { q: ':lock', target: 'test' });
  expect(plan).toMatchObject({ more: 1 });
  const [inPlan, ...others] = planned(plan.items).filter(({ kept }) => kept !== undefined);
  expect(others).toEqual([]);
  expect(inPlan?.kept).toBe(1);
  const key = inPlan?.key.text ?? '';
  expect(keys).toContain(key);
  const { results } = await runBulk(own.runtime, only(plan, [key]));
  expect(results.get(idOf(key))).toMatchObject({ outcome: 'released', kept: 1 });
});
