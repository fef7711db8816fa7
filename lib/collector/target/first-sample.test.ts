import { expect, test } from 'vitest';
import { ownServer } from '../../../e2e/support/own-server';
import { until } from '../../../e2e/support/redis-server';
import { watch } from '../../../e2e/support/watch';

const LOCKS = 40;

test('how many are held is not counted before the keyspace was looked through once', async (context) => {
  const { server, connect } = await ownServer(context);
  const redis = connect();
  for (let i = 0; i < LOCKS; i++) await redis.set(`order:${i}:lock`, `worker:${i}`, 'PX', 600_000);
  await redis.call('ACL', 'SETUSER', 'default', '-scan');
  const { collector, history, status } = watch(server.url);
  context.onTestFinished(() => collector.stop());
  const fromMs = Date.now();
  const sampled = async () => {
    const range = { fromMs: fromMs - 1_000, toMs: Date.now() + 1_000, bucketMs: 100 };
    return (await history.series(range)).flatMap(({ held }) => held ?? []);
  };
  await until('it is live', () => status().state === 'live');
  const liveMs = Date.now();
  // Two samples would have been taken until then.
  await until('it answers for a while', () => (status().lastAnswerAtMs ?? 0) > liveMs + 2_500, 30_000);
  expect(status().coverage.completedAtMs).toBeNull();
  expect(await sampled()).toEqual([]);
  await redis.call('ACL', 'SETUSER', 'default', '+scan');
  await until('how many are held is sampled', async () => (await sampled()).length > 0, 60_000);
  expect((await sampled())[0]).toBe(LOCKS);
});
