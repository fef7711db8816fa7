import { expect, type TestContext, test } from 'vitest';
import { ownServer } from '../../../e2e/support/own-server';
import { until } from '../../../e2e/support/redis-server';
import { startProxy } from '../../../e2e/support/tcp-proxy';
import { watch } from '../../../e2e/support/watch';
import type { Target } from '../../domain/nodes/target';

async function tracked(context: TestContext, change: Partial<Target> = {}) {
  const { server, connect } = await ownServer(context);
  const proxy = await startProxy(server.port);
  context.onTestFinished(() => proxy.close());
  const watched = watch(proxy.url, change);
  context.onTestFinished(() => watched.collector.stop());
  watched.collector.start();
  const isTracking = () => watched.status().events === 'tracking';
  await until('changes are tracked', isTracking);
  return { redis: connect(), proxy, watched, isTracking };
}

test.concurrent('with prefixes they are tracked again after the subscriber alone was lost', async (context) => {
  const { redis, watched, isTracking } = await tracked(context, { prefixes: ['lock:'] });
  await redis.call('CLIENT', 'KILL', 'TYPE', 'pubsub');
  await until('it is noticed', () => watched.status().eventsGap);
  await until('changes are tracked again', () => watched.status().eventsGap?.untilMs);
  expect(isTracking(), watched.status().eventsNote ?? '').toBe(true);
  await redis.set('lock:later', 'a', 'PX', 600_000);
  await until('the lock', () => watched.lock('lock:later'));
});

test.concurrent('a server that gave no answer when it was asked to track is asked again', async (context) => {
  const { redis, proxy, watched, isTracking } = await tracked(context);
  proxy.hang('lockscope:commands');
  await redis.call('CLIENT', 'KILL', 'TYPE', 'pubsub');
  await until('it gave no answer', () => watched.status().eventsNote?.includes('timed out'));
  proxy.pass();
  await until('changes are tracked again', isTracking);
  expect(watched.status().eventsGap?.untilMs).toBeTruthy();
});
