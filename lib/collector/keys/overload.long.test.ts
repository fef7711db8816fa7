import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { expect, test } from 'vitest';
import { ownServer } from '../../../e2e/support/own-server';
import { until } from '../../../e2e/support/redis-server';
import { watch } from '../../../e2e/support/watch';
import { createMutex } from '../../locks/index';
import { createBudget } from './budget';
import { createDirtyKeyQueue } from './dirty-key-queue';

const HELD_MS = 40;
/** The claimed share may exceed the truth by this much: misses are counted within a minute, not over the whole run. */
const ROOM = 0.15;

/** Acquires and releases locks, eight at a time, until stopped; returns how many were acquired. */
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
  let [nowMs, open] = [1_000_000, () => {}];
  const queue = createDirtyKeyQueue({
    read: (keys) => {
      batches.push(keys);
      return new Promise((resolve) => {
        open = () => resolve(new Map());
      });
    },
    busy: () => true,
    keysPerSecond: () => 1_000,
    isKnown: (key) => key.startsWith('known:'),
    now: () => nowMs,
  });
  for (let i = 0; i < 50; i++) queue.add(`known:${i}`);
  for (let i = 0; i < 150; i++) queue.add(`new:${i}`);
  await until('the first batch', () => batches.length === 1);
  expect(batches[0]).toEqual([
    ...Array.from({ length: 25 }, (_, i) => `new:${i}`),
    ...Array.from({ length: 75 }, (_, i) => `new:${149 - i}`),
  ]);
  expect(queue.changes()).toEqual({ reported: 0, seen: 1, counted: 0 });
  for (let i = 0; i < 10_000; i++) queue.add(`later:${i}`);
  nowMs += 500;
  open();
  await until('the next batch', () => batches.length === 2);
  expect(batches[1]?.at(-1)).toBe('later:9925');
  // A hundred were read in time, and as many as were above the bound were shed.
  expect(queue.changes()).toEqual({ reported: 200, seen: 0.5, counted: 0 });
  nowMs += 600;
  expect(queue.changes().seen).toBeLessThan(0.01);
  open();
  await queue.stop();
});

test('a change that is gone when it is read was not seen', async () => {
  const nowMs = 1_000_000;
  const queue = createDirtyKeyQueue({
    read: async (keys) => new Map(keys.map((key) => [key, key.startsWith('gone:') ? 0 : 1])),
    busy: () => false,
    keysPerSecond: () => 1_000,
    isKnown: () => false,
    now: () => nowMs,
  });
  for (let i = 0; i < 3; i++) queue.add(`gone:${i}`);
  queue.add('there');
  await until('they were read', () => queue.changes().reported === 4);
  expect(queue.changes().seen).toBe(0.25);
  await queue.stop();
});

test('a key that a channel may be about, and that is not there, was no change', async (context) => {
  const { server, connect } = await ownServer(context);
  const view = watch(server.url);
  context.onTestFinished(() => view.collector.stop());
  await until('it is live', () => view.status().coverage.contents === 1);
  const redis = connect();
  await using mutex = createMutex({ redis });
  for (let i = 0; i < 10; i++) {
    // Its channel contains {cart:1:lock}, which may be a key name with braces as well.
    const hold = await mutex.acquire('cart:1:lock');
    await until('it is seen', () => view.lock('cart:1:lock'));
    await hold.release();
    await until('its end is seen', () => !view.lock('cart:1:lock'));
  }
  expect(view.status().coverage.changes).toBe(1);
});

test('of changes that are read together, those count as missed that the reading did not tell', async () => {
  let nowMs = 1_000_000;
  // How often each key is reported, and how many of these changes a reading shows.
  const reported = { 'handed:over': 2, 'taken:and-gone': 2, 'renewed:twice': 2 };
  const told = { 'handed:over': 2, 'taken:and-gone': 0, 'renewed:twice': 1 };
  const queue = createDirtyKeyQueue({
    read: async () => new Map(Object.entries(told)),
    busy: () => false,
    keysPerSecond: () => 1_000,
    isKnown: () => true,
    now: () => nowMs,
  });
  for (const [key, times] of Object.entries(reported))
    for (let i = 0; i < times; i++) {
      queue.add(key);
      nowMs += 5;
    }
  await until('they were read', () => queue.changes().reported === 6);
  expect(queue.changes().seen).toBe(0.5);
  await queue.stop();
});

test('a hand-over that is read once is seen whole: who gave the lock back, and who took it', async (context) => {
  const { server, connect } = await ownServer(context);
  const view = watch(server.url);
  context.onTestFinished(() => view.collector.stop());
  await until('it is live', () => view.status().coverage.contents === 1);
  const redis = connect();
  const holders = Array.from({ length: 20 }, () => randomUUID());
  for (const holder of holders) {
    await redis.del('job:7:lock');
    await sleep(5);
    await redis.set('job:7:lock', holder, 'PX', 30_000);
    await until('it is seen', () => view.lock('job:7:lock')?.holders[0]?.token.text === holder);
  }
  // Nearly all; on a busy machine a reading may come too late.
  expect(view.status().coverage.changes).toBeGreaterThan(0.5);
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
