import { expect, test } from 'vitest';
import { startRuntime } from '../../../e2e/support/a-runtime';
import { expositionOf, valueIn } from '../../../e2e/support/exposition';
import { ownServer } from '../../../e2e/support/own-server';
import { until } from '../../../e2e/support/redis-server';

test('a server that goes away is down, its locks unknown, and the gap in its events is counted', async (context) => {
  const { server, connect } = await ownServer(context);
  const redis = connect();
  await redis.set('order:lock', 'c41f'.repeat(8), 'PX', 600_000);
  const runtime = await startRuntime(server.url);
  context.onTestFinished(() => runtime.close());
  const scrape = async () => expositionOf(await runtime.metrics.text(runtime));
  const { format } = await until('the lock', () => runtime.locks()[0]);
  await until('changes are told', () => runtime.nodes()[0]?.events === 'tracking');
  const before = valueIn(await scrape(), 'lockscope_node_commands_total') ?? Number.NaN;

  await server.stop('SIGKILL');
  await until('it is down', async () => valueIn(await scrape(), 'lockscope_node_up') === 0);
  const told = await scrape();
  expect(valueIn(told, 'lockscope_locks', { format: format.id, state: 'unknown' })).toBe(1);
  expect(valueIn(told, 'lockscope_findings', { code: 'node-silent' })).toBe(1);
  expect(valueIn(told, 'lockscope_waiting_clients')).toBeUndefined();
  expect(valueIn(told, 'lockscope_node_event_gaps_total')).toBe(1);
  expect(valueIn(told, 'lockscope_node_events_gap_seconds')).toBeGreaterThanOrEqual(0);
  expect(valueIn(told, 'lockscope_node_commands_total')).toBeGreaterThanOrEqual(before);

  await server.start();
  await until('it is up', async () => valueIn(await scrape(), 'lockscope_node_up') === 1);
  await until('changes are told', () => runtime.nodes()[0]?.events === 'tracking');
  const after = await scrape();
  expect(valueIn(after, 'lockscope_node_events_gap_seconds')).toBe(0);
  expect(valueIn(after, 'lockscope_node_event_gaps_total')).toBe(1);
});
