import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { expect, test } from 'vitest';
import { callerAt } from '../../e2e/support/a-caller';
import { startRuntime } from '../../e2e/support/a-runtime';
import { closing } from '../../e2e/support/closing';
import { ownServer } from '../../e2e/support/own-server';
import { until } from '../../e2e/support/redis-server';
import { annotate } from '../actions/annotations';
import { seeded } from '../domain/values/seeded';
import { changes } from '../history/queries/insights/changes';
import { changed } from './changed';

const { opened } = closing();
/** The shortest that figures are kept of, so that an "hour" is a minute. */
const BLOCK_MS = 10_000;
const BEFORE_MS = 11 * BLOCK_MS;
const AFTER_MS = 5 * BLOCK_MS;

/** Takes and gives back locks of a family, each for so long and a quarter more or less, until stopped. */
async function works(redis: Redis, family: string, seed: number, holdMs: () => number, stop: AbortSignal) {
  const random = seeded(seed);
  for (let nth = 0; !stop.aborted; nth++) {
    const key = `${family}:${nth % 5}:lock`;
    await redis.set(key, randomUUID(), 'PX', 30_000);
    await pause(holdMs() * (0.75 + random() / 2));
    await redis.del(key);
    await pause(30);
  }
}

test('on a real server, of two families the one whose holds take 1.7 times as long since a deployment is found', async (context) => {
  const { server, connect } = await ownServer(context);
  const runtime = opened(await startRuntime(server.url, { LOCKSCOPE_HISTORY_URL: 'memory:' }));
  const stopping = new AbortController();
  let factor = 1;
  const working = [
    works(connect(), 'order', 1, () => 80 * factor, stopping.signal),
    works(connect(), 'stock', 2, () => 80, stopping.signal),
  ];
  const fromMs = Date.now();
  await until('an hour and more of usual work', () => Date.now() >= fromMs + BEFORE_MS, BEFORE_MS + 30_000);
  factor = 1.7;
  await annotate(runtime, { kind: 'deploy', title: 'v2', target: 'test' }, callerAt('127.0.0.1', 'ci'));
  const scope = { target: 'test', family: null, lock: null };
  const found = async () => {
    const nowMs = Date.now();
    const facts = await changes(runtime.archive.db, { scope, fromMs, toMs: nowMs, nowMs }, BLOCK_MS);
    return facts.flatMap((each) => changed.detect(each) ?? []);
  };
  await until('the change is found', async () => (await found()).length > 0, AFTER_MS + 60_000);
  const insights = await found();
  expect(
    insights.map(({ family, values }) => [family, values.measure, values.deploy, values.direction]),
  ).toEqual([['order:*:lock', 'hold', 'v2', 'longer']]);
  expect(Math.abs(Number(insights[0]?.values.times) / 1.7 - 1)).toBeLessThan(0.2);
  stopping.abort();
  await Promise.all(working);
}, 360_000);
