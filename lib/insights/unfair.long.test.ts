import { expect, test } from 'vitest';
import { fileRuntime } from '../../e2e/support/a-runtime';
import { queueFor } from '../../e2e/support/queue-jumping';
import { until } from '../../e2e/support/redis-server';
import { insightsAnswer } from '../reads/history';

const RUNS = Number(process.env.LOCKSCOPE_RUNS ?? 5);
const FOR_MS = 80_000;
/** Stories that run at once: each takes its lock two or three times a second. */
const TOGETHER = 5;

const place = await fileRuntime();
const keyOf = (story: string, seed: number) => `${story}:${seed}:lock`;

test(`waiters that are passed over are found in ${RUNS} of ${RUNS} seeds, a queue that is kept in none`, {
  timeout: 120_000 + RUNS * 30_000,
}, async () => {
  const seeds = Array.from({ length: RUNS }, (_, i) => i);
  const found: string[] = [];
  for (let i = 0; i < RUNS; i += TOGETHER) {
    const fromMs = Date.now();
    const some = seeds.slice(i, i + TOGETHER);
    await Promise.all(
      some.flatMap((seed) => [
        queueFor(place.redisUrl, keyOf('jumped', seed), seed, true, FOR_MS),
        queueFor(place.redisUrl, keyOf('kept', seed), seed, false, FOR_MS),
      ]),
    );
    const toMs = Date.now();
    const unfairIn = async () => {
      const scope = { target: null, family: null, lock: null };
      const { insights } = await insightsAnswer(place.runtime, { scope, from: fromMs, to: toMs });
      return insights.flatMap(({ code, key }) => (code === 'unfair' && key ? [key] : []));
    };
    await until('all are found', async () => (await unfairIn()).length >= some.length, 30_000);
    found.push(...(await unfairIn()));
  }
  expect(found.sort()).toEqual(seeds.map((seed) => keyOf('jumped', seed)).sort());
});
