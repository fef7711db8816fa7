import { setImmediate as turn } from 'node:timers/promises';
import { expect, type TestContext, test } from 'vitest';
import { ownServer } from '../../../e2e/support/own-server';
import { until } from '../../../e2e/support/redis-server';
import { startSentinel, startSentinelGroup } from '../../../e2e/support/sentinel';
import { startProxy } from '../../../e2e/support/tcp-proxy';
import type { Endpoint } from '../../redis/connection';
import { createBudget } from '../keys/budget';
import { createNodeLink, type NodeLink } from './node-link';

function started(
  { onTestFinished }: TestContext,
  endpoint: Endpoint,
  { eventsLost = () => {}, up = () => {} } = {},
): NodeLink {
  const budget = createBudget(1_000, Date.now);
  const link = createNodeLink({ endpoint, budget, now: Date.now });
  onTestFinished(() => link.stop());
  onTestFinished(() => budget.close());
  link.start({ up, silent() {}, eventsReady() {}, eventsLost });
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
  await until('it asks', () => link.redis.status === 'connecting');
  link.reopen();
  await live(link);
  expect(link.address()).toBe(`127.0.0.1:${group.primary().port}`);
});

test.concurrent('a primary that wakes after most sentinels gave it up is not believed', async (context) => {
  const group = await startSentinelGroup();
  context.onTestFinished(() => group.close());
  const old = group.primary();
  context.onTestFinished(() => old.thaw());
  old.freeze();
  const untold = await startSentinel(old.port); // it could learn of the failover only through the old primary
  context.onTestFinished(() => untold.close());
  await group.promoted();
  const sentinels = [untold.port, ...group.options.sentinels.map(({ port }) => port)];
  const urls = sentinels.map((port) => `redis://127.0.0.1:${port}`);
  const believed: string[] = [];
  const link = started(
    context,
    { url: `${urls[0]}/0`, tls: null, sentinel: { urls, primary: group.options.name } },
    { up: () => believed.push(link.address()) },
  );
  await until('it is sent to the old one', () => link.redis.status === 'connect');
  old.thaw();
  await live(link);
  expect(believed).toEqual([`127.0.0.1:${group.primary().port}`]);
});

test('a process that is held up again and again does not take its subscriber for deaf', async (context) => {
  const { server } = await ownServer(context);
  let lost = 0;
  const link = started(context, { url: server.url, tls: null }, { eventsLost: () => (lost += 1) });
  await live(link);
  await until('both are open', () => link.subscriber.status === 'ready');
  for (let times = 0; times < 6; times++) {
    const fromMs = performance.now();
    while (performance.now() - fromMs < 700);
    await turn();
  }
  expect(lost).toBe(0);
});

test('connections are not given up when this process and the server stood still together', async (context) => {
  const { server } = await ownServer(context);
  let lost = 0;
  const link = started(context, { url: server.url, tls: null }, { eventsLost: () => (lost += 1) });
  await live(link);
  await until('both are open', () => link.subscriber.status === 'ready');
  server.freeze();
  const { lastAnswerAtMs } = link.health();
  await until('a PING has no answer', () => Date.now() - (lastAnswerAtMs ?? 0) > 1_200);
  const fromMs = performance.now();
  while (performance.now() - fromMs < 11_000);
  server.thaw();
  await until('it answers again', () => Number(link.health().lastAnswerAtMs) > Number(lastAnswerAtMs));
  expect(lost).toBe(0);
});
