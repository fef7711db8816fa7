import { expect, test } from 'vitest';
import { fileRuntime } from '../../e2e/support/a-runtime';
import { contraryOrders, multiLocks, oneOrder } from '../../e2e/support/lock-order-stories';
import { until } from '../../e2e/support/redis-server';
import { insightsAnswer } from '../reads/history';
import { lockOrderInsight } from './lock-order';

/** Pairs are written once in ten seconds. */
const LIMIT_MS = 30_000;

const place = await fileRuntime();

async function found() {
  const question = { scope: { target: null, family: null, lock: null }, from: null, to: null };
  const { insights } = await insightsAnswer(place.runtime, question);
  return insights.filter(({ code }) => code === 'lock-order');
}

test('two holders that take two locks in contrary orders are found before they ever meet', async () => {
  const { redisUrl } = place;
  await Promise.all([
    contraryOrders(redisUrl, 'bad', 1),
    multiLocks(redisUrl, 'multi', 1),
    oneOrder(redisUrl, 'sorted', 1),
  ]);
  const [insight, ...more] = await until(
    'it is found',
    async () => {
      const all = await found();
      return all.length > 0 && all;
    },
    LIMIT_MS,
  );
  expect(more).toEqual([]);
  expect(insight).toMatchObject({ target: 'test', family: expect.stringMatching(/^bad/), method: 'counted' });
  expect(insight?.rows.length).toBeGreaterThan(0);
});

test('a pair whose facts are empty is no insight', () => {
  const order = {
    target: 't',
    families: ['a', 'b'] as [string, string],
    times: 3,
    pairs: [],
    sinceMs: 0,
    lastMs: 0,
  };
  expect(lockOrderInsight.detect({ order, harm: 0 })).toBeNull();
});
