import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { fileRuntime } from '../../../e2e/support/a-runtime';
import { planBulk, runBulk } from '../../../e2e/support/bulk-run';
import { until } from '../../../e2e/support/redis-server';
import { planned } from '../../domain/actions/bulk';
import { bytesOf } from '../../domain/keys/bytes';
import { slugOf } from '../../domain/keys/lock-id';

/**
 * Locks of the run: `LOCKSCOPE_LOCKS=10000 npx vitest run --project faults lib/actions/bulk` is the long one. A process
 * was killed with all of them; while they are freed, some end, some end and have another holder.
 */
const LOCKS = Number(process.env.LOCKSCOPE_LOCKS ?? 500);
const RUN = 500;

const own = await fileRuntime();
const idOf = (key: string) => `test.0.${slugOf(bytesOf(key))}`;

test('of locks whose holders change while they are freed no successor is touched', {
  timeout: 120_000 + LOCKS * 20,
}, async () => {
  const { redis, runtime } = own;
  const { collector } = runtime.watched('test');
  const all = { released: 0, refused: 0, unexpected: 0, 'not-tried': 0, touched: 0, changed: 0 };
  for (let done = 0; done < LOCKS; done += RUN) {
    const instance = randomUUID();
    const keys = Array.from({ length: Math.min(RUN, LOCKS - done) }, (_, n) => `job:${done + n}:lock`);
    await Promise.all(
      keys.map((key, at) => redis.multi().hset(key, `${instance}:${at}`, 1).pexpire(key, 600_000).exec()),
    );
    await until('all are known', () => keys.every((key) => collector.find(idOf(key))));
    const plan = await planBulk(runtime, { holder: `instance:${instance}` });
    expect(planned(plan.items)).toHaveLength(keys.length);

    const successors = new Map<string, string>();
    let isOver = false;
    const changing = (async () => {
      const order = keys.map((key) => ({ key, at: Math.random() })).sort((a, b) => a.at - b.at);
      for (const { key } of order.slice(0, keys.length / 3)) {
        if (isOver) return;
        const token = `${randomUUID()}:1`;
        const isHeld = (await redis.del(key)) === 1;
        // A successor takes what its holder gave back; what the run freed is taken as well.
        const [[, took] = []] =
          (await redis.multi().hsetnx(key, token, '1').pexpire(key, 600_000).exec()) ?? [];
        if (took === 1) successors.set(key, token);
        if (isHeld) all.changed += 1;
        await pause(Math.random() * 4);
      }
    })();

    const { counts, results } = await runBulk(runtime, plan);
    isOver = true;
    await changing;

    for (const outcome of ['released', 'refused', 'unexpected', 'not-tried'] as const)
      all[outcome] += counts[outcome];
    for (const [key, token] of successors) if ((await redis.hexists(key, token)) !== 1) all.touched += 1;
    for (const result of results.values())
      if (result.outcome !== 'released') expect(result.why, JSON.stringify(result)).not.toBeNull();
    await redis.del(...keys);
    await until('they are known to be gone', () => !keys.some((key) => collector.find(idOf(key))));
  }
  if (process.env.LOCKSCOPE_LOCKS) process.stdout.write(`${JSON.stringify(all)}\n`);
  expect(all.touched).toBe(0);
  expect(all.refused).toBeGreaterThan(0);
  expect(all.unexpected).toBe(0);
});
