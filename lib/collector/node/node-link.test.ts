import { setImmediate as turn } from 'node:timers/promises';
import { expect, type TestContext, test } from 'vitest';
import { ownServer } from '../../../e2e/support/own-server';
import { until } from '../../../e2e/support/redis-server';
import { startSentinelGroup } from '../../../e2e/support/sentinel';
import { startProxy } from '../../../e2e/support/tcp-proxy';
import type { Endpoint } from '../../redis/connection';
import { createNodeLink, type NodeLink } from './node-link';

function started({ onTestFinished }: TestContext, endpoint: Endpoint): NodeLink {
  const link = createNodeLink({
    ...{ endpoint, now: Date.now, onUp() {}, onSilent() {} },
    ...{ onEventsReady() {}, onEventsLost() {}, onPing() {} },
  });
  onTestFinished(() => link.stop());
  link.start();
  return link;
}

const live = (link: NodeLink) => until('it answers', () => link.health().state === 'live');

test.concurrent('a server that froze is left at once: what it says when it wakes is not heard', async (context) => {
  const { server } = await ownServer(context);
  const link = started(context, { url: server.url, tls: null });
  await live(link);
  server.freeze();
  link.reopen();
  for (let turns = 0; turns < 20; turns++) await turn();
  expect(link.health().state).toBe('down');
  server.thaw();
  await live(link);
});

test.concurrent('to be opened anew while it asks a sentinel that hangs does not end it', async (context) => {
  const group = await startSentinelGroup();
  context.onTestFinished(() => group.close());
  const [first, second] = group.options.sentinels.map(({ port }) => port as number);
  const hanging = await startProxy(first ?? 0);
  context.onTestFinished(() => hanging.close());
  hanging.hang();
  const urls = [hanging.port, second].map((port) => `redis://127.0.0.1:${port}`);
  const link = started(context, {
    ...{ url: `${urls[0]}/0`, tls: null },
    sentinel: { urls, primary: group.options.name },
  });
  await until('it asks', () => link.commands.status === 'connecting');
  link.reopen();
  await live(link);
  expect(link.address()).toBe(`127.0.0.1:${group.primary().port}`);
});
