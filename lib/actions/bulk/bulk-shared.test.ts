import { randomBytes, randomUUID } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { callerAt } from '../../../e2e/support/a-caller';
import { fileRuntime } from '../../../e2e/support/a-runtime';
import { until } from '../../../e2e/support/redis-server';
import type { BulkLine } from '../../contract/bulk';
import { toRun } from '../../domain/actions/bulk';
import { bytesOf } from '../../domain/keys/bytes';
import { slugOf } from '../../domain/keys/lock-id';
import { permitDeadlinesOf, readHoldsBaseOf } from '../../domain/keys/redisson-names';
import { runScript } from '../../redis/run-script';
import { scripts } from '../../redis/scripts.generated';
import { bulkPlan } from './bulk-plan';
import { beginReleaseMany } from './release-many';

/** Locks that several hold, of which a run releases one. */

const own = await fileRuntime();
const caller = callerAt('127.0.0.1');
const idOf = (key: string) => `test.0.${slugOf(bytesOf(key))}`;
const holdersOf = (key: string) => own.runtime.watched('test').collector.find(idOf(key))?.lock.holders ?? [];

afterEach(() => own.redis.flushall());

/** Releases the hold that this token has on a key, and gives its result. */
async function released(key: string, token: string) {
  const plan = await bulkPlan(own.runtime, { held: [{ id: idOf(key), token }] }, caller);
  const request = { ...toRun(plan, true), count: 1, reason: 'killed', scope: '' };
  const run = await beginReleaseMany(own.runtime, request, caller);
  const lines: BulkLine[] = [];
  await run.go((line) => void lines.push(line), new AbortController().signal);
  return lines.flatMap((line) => ('result' in line ? [line.result] : []))[0];
}

test('a reader that is released says how many others still hold the lock, and the last one none', async () => {
  const key = `order:${randomUUID()}:lock`;
  const tokens = [1, 2, 3].map((thread) => `${randomUUID()}:${thread}`);
  for (const token of tokens)
    await runScript(own.redis, scripts.acquireRead, [key, readHoldsBaseOf(key)], [token, 60_000, 1]);
  for (const left of [2, 1, 0]) {
    await until('all are known', () => holdersOf(key).length === left + 1);
    expect(await released(key, tokens[left] ?? '')).toMatchObject({ outcome: 'released', others: left });
  }
  expect(await own.redis.exists(key)).toBe(0);
});

test('a permit that is given back says how many others still have one', async () => {
  const key = `order:${randomUUID()}:semaphore`;
  const permits = [randomBytes(16), randomBytes(16)];
  await own.redis.set(key, 3);
  for (const permit of permits) await own.redis.zadd(permitDeadlinesOf(key), Date.now() + 60_000, permit);
  await until('both are known', () => holdersOf(key).length === 2);
  const result = await released(key, holdersOf(key)[0]?.token.text ?? '');
  expect(result).toMatchObject({ outcome: 'released', others: 1 });
});
