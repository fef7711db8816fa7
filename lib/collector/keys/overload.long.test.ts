import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { expect, test } from 'vitest';
import { ownServer } from '../../../e2e/support/own-server';
import { until } from '../../../e2e/support/redis-server';
import { watch } from '../../../e2e/support/watch';
import { createMutex } from '../../locks/index';
import { createBudget } from './budget';
import { createInbox } from './dirty-key-queue';

const HELD_MS = 40;
/** What is claimed may be this much above the truth: what was missed is counted within a minute, and not over the whole run. */
const ROOM = 0.15;

/** Takes and releases locks, eight at a time, until stopped; returns how many were taken. */
function churn(redis: Redis): { stop(): Promise<number> } {
  let [goesOn, taken] = [true, 0];
  const workers = Array.from({ length: 40 }, async (_, worker) => {
    for (let i = 0; goesOn; i++) {
      const key = `short:${worker}:${i}:lock`;
      await redis.set(key, randomUUID(), 'PX', 30_000);
      taken += 1;
      await sleep(HELD_MS);
      await redis.del(key);
    }
  });
  return {
    async stop() {
      goesOn = false;
      await Promise.all(workers);
      return taken;
    },
  };
}

test('more changes than can be read: the share that is seen is said, and what lasts is found', async (context) => {
  const { server, connect } = await ownServer(context);
  const view = watch(server.url, { commandsPerSecond: 200 });
  context.onTestFinished(() => view.collector.stop());
  await until('it is live', () => view.status().coverage.contents === 1 && view.status().health !== null);
  expect(view.status().coverage.changes).toBe(1);

  const redis = connect();
  const load = churn(redis);
  context.onTestFinished(() => void load.stop());
  const finding = await until('it is found', () =>
    view.status().findings.find(({ code }) => code === 'changes-missed'),
  );
  expect(finding.evidence[0]).toMatchObject({
    code: 'changes-unseen',
    values: { percent: expect.any(Number) },
  });

  await redis.set('long:lock', randomUUID(), 'PX', 300_000);
  await until('a lock that lasts is found all the same', () => view.lock('long:lock'), 100_000);
  const claimed = view.status().coverage.changes;
  const taken = await load.stop();
  const seen = view.events.filter(({ kind, key }) => kind === 'acquired' && key.startsWith('short:')).length;
  expect(claimed).toBeLessThan(0.9);
  expect(claimed).toBeLessThanOrEqual(seen / taken + ROOM);
});

test('under overload the newest are read first, with a share for what waits longest unread; the rest is shed', async () => {
  const batches: string[][] = [];
  let [nowMs, open, unseen] = [1_000_000, () => {}, new Set<string>()];
  const inbox = createInbox({
    read: (keys) => {
      batches.push(keys);
      return new Promise((resolve) => {
        open = () => resolve(unseen);
      });
    },
    busy: () => true,
    keysPerSecond: () => 1_000,
    isKnown: (key) => key.startsWith('known:'),
    now: () => nowMs,
  });
  for (let i = 0; i < 50; i++) inbox.add(`known:${i}`);
  for (let i = 0; i < 150; i++) inbox.add(`new:${i}`);
  await until('the first batch', () => batches.length === 1);
  expect(batches[0]).toEqual([
    ...Array.from({ length: 25 }, (_, i) => `new:${i}`),
    ...Array.from({ length: 75 }, (_, i) => `new:${149 - i}`),
  ]);
  expect(inbox.changes()).toEqual({ reported: 0, seen: 1 });
  for (let i = 0; i < 10_000; i++) inbox.add(`later:${i}`);
  nowMs += 500;
  open();
  await until('the next batch', () => batches.length === 2);
  expect(batches[1]?.at(-1)).toBe('later:9925');
  // A hundred were read in time, and as many as were above the bound were shed.
  expect(inbox.changes()).toEqual({ reported: 200, seen: 0.5 });
  nowMs += 600;
  expect(inbox.changes().seen).toBeLessThan(0.01);
  open();
  await inbox.stop();
});

test('a change that is gone when it is read was not seen', async () => {
  const nowMs = 1_000_000;
  const inbox = createInbox({
    read: async (keys) => new Set(keys.filter((key) => key.startsWith('gone:'))),
    busy: () => false,
    keysPerSecond: () => 1_000,
    isKnown: () => false,
    now: () => nowMs,
  });
  for (let i = 0; i < 3; i++) inbox.add(`gone:${i}`);
  inbox.add('there');
  await until('they were read', () => inbox.changes().reported === 4);
  expect(inbox.changes().seen).toBe(0.25);
  await inbox.stop();
});

test('a key that a channel may be about, and that is not there, was no change', async (context) => {
  const { server, connect } = await ownServer(context);
  const view = watch(server.url);
  context.onTestFinished(() => view.collector.stop());
  await until('it is live', () => view.status().coverage.contents === 1);
  const redis = connect();
  await using mutex = createMutex({ redis });
  for (let i = 0; i < 10; i++) {
    // its channel is {cart:1:lock}, which may be a name with braces as well
    const hold = await mutex.acquire('cart:1:lock');
    await until('it is seen', () => view.lock('cart:1:lock'));
    await hold.release();
    await until('its end is seen', () => !view.lock('cart:1:lock'));
  }
  expect(view.status().coverage.changes).toBe(1);
});

test('what is not urgent has its share of a budget, however much is urgent', async (context) => {
  const budget = createBudget(400, Date.now);
  context.onTestFinished(() => budget.close());
  let [goesOn, urgent] = [true, 0];
  const load = (async () => {
    while (goesOn) {
      await budget.take(40, true);
      urgent += 40;
    }
  })();
  await until('the budget is spent', () => budget.exhausted());
  const startedAt = performance.now();
  const before = urgent;
  for (let i = 0; i < 10; i++) await budget.take(40);
  goesOn = false;
  await load;
  const seconds = (performance.now() - startedAt) / 1_000;
  expect(urgent - before).toBeGreaterThan(0);
  expect(urgent - before + 400).toBeLessThan(400 * (seconds + 2));
});
