import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { ownServer } from '../../../e2e/support/own-server';
import { until } from '../../../e2e/support/redis-server';
import { watch } from '../../../e2e/support/watch';

const FIRST = 50;

test('since when a lock is held is known at once, or else as a least', async (context) => {
  const { server, connect } = await ownServer(context);
  // Reading fifty locks leaves this budget in debt for some seconds.
  const view = watch(server.url, { commandsPerSecond: 40 });
  context.onTestFinished(() => view.collector.stop());
  await until(
    'it is live',
    () => view.status().coverage.contents === 1 && view.status().events === 'tracking',
  );
  const redis = connect();
  const pipeline = redis.pipeline();
  for (let i = 0; i < FIRST; i++) pipeline.set(`first:${i}:lock`, randomUUID(), 'PX', 600_000);
  await pipeline.exec();
  await until('the first are known', () => view.collector.locks().length >= FIRST, 90_000);

  await redis.set('late:lock', randomUUID(), 'PX', 600_000);
  const takenAtMs = Date.now();
  const late = await until('it is read when the debt is paid', () => view.lock('late:lock'), 90_000);
  const [since] = late.holders.map((holder) => holder.since);
  expect(since?.atMs).toBeGreaterThan(takenAtMs + 1_000);
  expect(since?.atLeast).toBe(true);
  const acquired = await until('its event', () => view.events.find(({ key }) => key === 'late:lock'));
  expect(acquired).toMatchObject({ kind: 'acquired', by: 'inferred' });
});
