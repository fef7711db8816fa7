import { expect, test } from 'vitest';
import { clientsOn, queued } from '../../../e2e/support/fair-clients';
import { ownServer } from '../../../e2e/support/own-server';
import { until } from '../../../e2e/support/redis-server';
import { watch } from '../../../e2e/support/watch';

const KEY = 'stock:{wh-07}:pick-list';
/** Longer than the second or two after which a process whose record reports no wait could be forgotten. */
const LONG_MS = 5_000;

test('whoever stands in a queue keeps its name before its own record tells of the wait', async (context) => {
  const { server } = await ownServer(context);
  const view = watch(server.url);
  context.onTestFinished(() => view.collector.stop());
  await until('it is live', () => view.status().coverage.contents === 1);
  const clients = clientsOn(server);
  context.onTestFinished(() => clients.close());
  await clients.hold('picker', KEY);
  clients.wait('late', KEY);
  await queued(server, { [KEY]: 1 });

  const nameOf = () => view.collector.waits().find(({ by }) => by === 'queue')?.process?.label;
  await until('its name is known', () => nameOf() === 'late');
  const fromMs = performance.now();
  const names = new Set<string | null | undefined>();
  await until('it was asked for a while', () => {
    names.add(nameOf());
    return performance.now() - fromMs > LONG_MS;
  });
  expect([...names]).toEqual(['late']);
});
