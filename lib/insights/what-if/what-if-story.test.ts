import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startRuntime } from '../../../e2e/support/a-runtime';
import { closing } from '../../../e2e/support/closing';
import { ownServer } from '../../../e2e/support/own-server';
import { until } from '../../../e2e/support/redis-server';
import { whatIfQuery } from '../../contract/history/history-queries';
import { WhatIf } from '../../contract/history/what-if';
import { seeded } from '../../domain/values/seeded';
import { createFair } from '../../locks';
import { whatIfAnswer } from '../../reads/history';
import type { Runtime } from '../../server/runtime/types';

const { opened } = closing();
const CLIENTS = 4;
const ACQUISITIONS = 70;

/** The answer of the buckets that are over since `fromMs`, each for somebody else: one caller has 60 a minute. */
async function askedOf(runtime: Runtime, lock: string, fromMs: number, change: object = {}): Promise<WhatIf> {
  const query = whatIfQuery.parse({ lock, from: String(fromMs), ...change });
  return WhatIf.parse(await whatIfAnswer(runtime, query, randomUUID()));
}

/** When the first bucket begins that the console watches as a whole: one that begins after the recorder did. */
async function nextBucket(runtime: Runtime): Promise<number> {
  const { db } = runtime.archive;
  await until('the recorder watches', async () => {
    return (await db.selectFrom('coverage').select('from_ms').execute()).length > 0;
  });
  const startMs = Math.ceil(Date.now() / 10_000) * 10_000;
  await pause(startMs - Date.now());
  return startMs;
}

test('four clients in a fair queue: the replay reproduces their debt, and half the hold time is predicted to halve it at least', async (context) => {
  const { server, connect } = await ownServer(context);
  const runtime = opened(await startRuntime(server.url, { LOCKSCOPE_HISTORY_URL: 'memory:' }));
  const fromMs = await nextBucket(runtime);
  const key = 'stock:7:lock';
  let count = 0;
  await Promise.all(
    Array.from({ length: CLIENTS }, async (_, nth) => {
      const random = seeded(nth + 1);
      const locks = createFair({ redis: connect(), app: 'stock', label: `worker-${nth}` });
      while (count < ACQUISITIONS) {
        const lease = await locks.acquire(key, { leaseMs: 10_000, waitMs: 60_000 });
        count += 1;
        await pause(150 + random() * 200);
        await lease.release();
        await pause(200 + random() * 900);
      }
      await locks.close();
    }),
  );
  const lock = `test.0.${key}`;
  await until(
    'its last bucket is written',
    async () => (await askedOf(runtime, lock, fromMs)).acquisitions >= count,
    40_000,
  );
  const halved = await askedOf(runtime, lock, fromMs, { hold: '0.5' });
  expect(halved).toMatchObject({ silent: null, covered: 1, n: count, acquisitions: count });
  expect(Math.abs(halved.missedBy ?? 1)).toBeLessThan(0.05);
  expect(halved.recordedWaiterSeconds).toBeGreaterThan(2);
  const { before, after } = halved;
  expect(after?.waiterSeconds).toBeLessThan((before?.waiterSeconds ?? 0) / 2);
  expect(after?.waitP95Ms).toBeLessThan(before?.waitP95Ms ?? 0);
});

test('a lock whose waiters leave no trace is silent, with the reason', async (context) => {
  const { server, connect } = await ownServer(context);
  const redis = connect();
  const runtime = opened(await startRuntime(server.url, { LOCKSCOPE_HISTORY_URL: 'memory:' }));
  const fromMs = await nextBucket(runtime);
  const key = 'bill:7:lock';
  for (let nth = 0; nth < 60; nth++) {
    await redis.set(key, randomUUID(), 'PX', 10_000, 'NX');
    await pause(60);
    await redis.del(key);
    await pause(40);
  }
  await until(
    'its last bucket is written',
    async () => (await askedOf(runtime, `test.0.${key}`, fromMs)).acquisitions >= 55,
    40_000,
  );
  expect(await askedOf(runtime, `test.0.${key}`, fromMs)).toMatchObject({
    silent: 'waiters-unknown',
    before: null,
    after: null,
  });
});
