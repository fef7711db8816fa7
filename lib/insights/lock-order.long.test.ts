import { expect, test } from 'vitest';
import { fileRuntime } from '../../e2e/support/a-runtime';
import { contraryOrders, multiLocks, oneOrder } from '../../e2e/support/lock-order-stories';
import { until } from '../../e2e/support/redis-server';
import { insightsAnswer } from '../reads/history';

const RUNS = Number(process.env.LOCKSCOPE_RUNS ?? 20);
/** Stories that run at once. */
const TOGETHER = 5;

/** Pairs are written once in ten seconds. */
const LIMIT_MS = 30_000;

const place = await fileRuntime();

async function found(): Promise<string[]> {
  const question = { scope: { target: null, family: null, lock: null }, from: null, to: null };
  const { insights } = await insightsAnswer(place.runtime, question);
  return insights.flatMap(({ code, family }) => (code === 'lock-order' && family ? [family] : []));
}

async function together(): Promise<number> {
  const rows = await place.runtime.archive.db
    .selectFrom('lock_order as o')
    .innerJoin('subjects as s', 's.id', 'o.before')
    .where('s.kind', '=', 'family')
    .where('s.name', 'like', 'multi%')
    .select('o.together')
    .execute();
  return rows.reduce((sum, each) => sum + each.together, 0);
}

/** Letters, so that each seed has families of its own. */
const nameOf = (story: string, seed: number) =>
  `${story}-${String.fromCharCode(97 + Math.floor(seed / 26), 97 + (seed % 26))}`;

test(`contrary orders are found in ${RUNS} of ${RUNS} seeds, sorted ones and multi-locks in none`, {
  timeout: 60_000 + RUNS * 30_000,
}, async () => {
  const { redisUrl } = place;
  const seeds = Array.from({ length: RUNS }, (_, i) => i);
  for (let i = 0; i < RUNS; i += TOGETHER) {
    await Promise.all(
      seeds
        .slice(i, i + TOGETHER)
        .flatMap((seed) => [
          contraryOrders(redisUrl, nameOf('bad', seed), seed),
          oneOrder(redisUrl, nameOf('sorted', seed), seed),
          multiLocks(redisUrl, nameOf('multi', seed), seed),
        ]),
    );
  }
  const bad = seeds.map((seed) => `${nameOf('bad', seed)}-order:lock`).sort();
  await until('all are found', async () => (await found()).length >= RUNS, LIMIT_MS);
  // The multi-locks were seen, in both orders, and as one hold each.
  const held = await until('multi-locks are counted', async () => (await together()) > RUNS * 10, LIMIT_MS);
  expect([held, (await found()).sort()]).toEqual([true, bad]);
});
