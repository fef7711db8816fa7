import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { planBulk, runBulk } from '../../../e2e/support/bulk-run';
import { startClusterRuntime } from '../../../e2e/support/cluster-runtime';
import { TAKE_AGAIN } from '../../../e2e/support/holder-scripts';
import { until } from '../../../e2e/support/redis-server';
import type { BulkPlan } from '../../contract/bulk';
import { planned } from '../../domain/actions/bulk';
import { bytesOf } from '../../domain/keys/bytes';
import { slugOf } from '../../domain/keys/lock-id';

/**
 * Locks: `LOCKSCOPE_LOCKS=10000 npx vitest run --project faults lib/actions/bulk` is the long run. In each round a replica
 * takes over from its master, without loss, while the locks of a process are freed by one run, and half of them get a
 * successor; a run that stops is begun anew with what is left.
 */
const LOCKS = Number(process.env.LOCKSCOPE_LOCKS ?? 150);
const SIZE = 50;
const ROUNDS = Math.ceil(LOCKS / SIZE);
const LEASE_MS = 60_000;

const own = await startClusterRuntime(1);
const { cluster, redis, runtime } = own;
afterAll(() => own.close());

const idOf = (key: string) => `test.0.${slugOf(bytesOf(key))}`;

async function take(key: string, token: string): Promise<string> {
  await redis.multi().del(key).hset(key, token, 1).pexpire(key, LEASE_MS).exec();
  return token;
}

/** A plan with all of them. On a cluster it has a lock only when that was held for a while. */
async function planOf(keys: readonly string[]): Promise<BulkPlan> {
  const { collector } = runtime.watched('test');
  await until('all are known', () => keys.every((key) => collector.find(idOf(key))));
  const ids = keys.map(idOf);
  for (;;) {
    const plan = await planBulk(runtime, { ids });
    if (planned(plan.items).length === keys.length) return plan;
    expect(plan.items.map(({ why }) => why?.code ?? 'one-by-one')).toEqual(keys.map(() => 'one-by-one'));
    await pause(100);
  }
}

test('locks that are freed during a failover: no successor is touched, and each that was not freed says why', {
  timeout: 180_000 + ROUNDS * 30_000,
}, async () => {
  const all: Record<string, number> = { released: 0, runs: 0, successors: 0, touched: 0 };
  const count = (name: string, n = 1) => {
    all[name] = (all[name] ?? 0) + n;
  };

  for (let round = 0; round < ROUNDS; round++) {
    const tag = randomUUID();
    const instance = randomUUID();
    const keys = Array.from({ length: SIZE }, (_, at) => `order:{${tag}}:${at}:lock`);
    await Promise.all(keys.map((key, at) => take(key, `${instance}:${at}`)));
    const plan = await planOf(keys);
    const successors = new Map<string, string>();
    const succeed = keys
      .filter((_, at) => at % 2 === 0)
      .map(async (key) => {
        await pause(Math.random() * 400);
        successors.set(key, await take(key, `${randomUUID()}:1`));
      });
    const failover = pause(Math.random() * 100).then(async () =>
      cluster.failover(await cluster.slotOf(keys[0] ?? '')),
    );
    let next = plan;
    for (let run = 0; run < 4 && next.items.some(({ seen }) => seen); run++) {
      const { counts, results } = await runBulk(runtime, next);
      count('runs');
      for (const [outcome, n] of Object.entries(counts)) count(outcome, n);
      for (const { outcome, because, why, id } of results.values()) {
        if (because) count(because);
        const isExplained = outcome === 'released' || outcome === 'not-tried' || why !== null;
        expect(isExplained, `${id}: ${outcome}`).toBe(true);
      }
      const left = [...results.values()].filter(({ outcome }) => outcome === 'not-tried').map(({ id }) => id);
      if (left.length === 0) break;
      // As the page does: what is left is planned anew, from what Redis has then. Successors are not of this holder.
      const again = await planBulk(runtime, { holder: `instance:${instance}` });
      next = { ...again, items: again.items.filter(({ id }) => left.includes(id)) };
    }
    await Promise.all([failover, ...succeed]);
    for (const [key, token] of successors) {
      count('successors');
      if (!(await own.isWhole(key, token, LEASE_MS))) count('touched');
    }
    await redis.del(...keys);
    await own.followed();
  }
  if (process.env.LOCKSCOPE_LOCKS) process.stdout.write(`failover: ${JSON.stringify(all)}\n`);
  expect(all.touched).toBe(0);
  expect(all.released).toBeGreaterThan(0);
  expect(all.successors).toBe(ROUNDS * Math.ceil(SIZE / 2));
});

test('on a cluster, where nobody reports the end of a hold, no run frees the next hold of a thread', {
  timeout: 180_000 + ROUNDS * 30_000,
}, async () => {
  const all: Record<string, number> = { again: 0, touched: 0 };
  for (let round = 0; round < ROUNDS; round++) {
    const tag = randomUUID();
    const held = Array.from({ length: SIZE }, (_, at) => ({
      key: `order:{${tag}}:${at}:lock`,
      owner: `${tag}:${at}`,
    }));
    await Promise.all(held.map(({ key, owner }) => take(key, owner)));
    const plan = await planOf(held.map(({ key }) => key));
    const again = [...held]
      .sort(() => Math.random() - 0.5)
      .slice(0, 3)
      .map(async ({ key, owner }) => {
        await pause(Math.random() * 200);
        return (await redis.eval(TAKE_AGAIN, 1, key, owner, LEASE_MS)) === 1 ? { key, owner } : null;
      });
    const { counts, results } = await runBulk(runtime, plan);
    for (const [outcome, n] of Object.entries(counts)) all[outcome] = (all[outcome] ?? 0) + n;
    for (const next of await Promise.all(again)) {
      if (!next) continue;
      all.again = (all.again ?? 0) + 1;
      if ((await redis.hexists(next.key, next.owner)) !== 1) all.touched = (all.touched ?? 0) + 1;
    }
    for (const { outcome, because, why } of results.values())
      if (outcome === 'unexpected') expect(because, why?.message).toBe('renewed');
    await redis.del(...held.map(({ key }) => key));
  }
  if (process.env.LOCKSCOPE_LOCKS) process.stdout.write(`next hold: ${JSON.stringify(all)}\n`);
  expect(all.touched).toBe(0);
  expect(all.again).toBeGreaterThan(0);
  expect(all.released).toBeGreaterThan(0);
});
