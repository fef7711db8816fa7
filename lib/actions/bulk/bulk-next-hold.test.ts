import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { expect, test } from 'vitest';
import { callerAt } from '../../../e2e/support/a-caller';
import { startRuntime } from '../../../e2e/support/a-runtime';
import { fileRedis } from '../../../e2e/support/file-redis';
import { until } from '../../../e2e/support/redis-server';
import type { BulkLine } from '../../contract/bulk';
import { slugOf } from '../../domain/keys/lock-id';
import { preview } from '../plan/preview';
import { bulkPlan } from './bulk-plan';
import { beginReleaseMany } from './release-many';

const url = await fileRedis();

/**
 * Where the ends of holds are not reported, a thread that gives its lock back and takes it again looks as if it had renewed.
 * A hold that began in the moment of the reading and the next one end within the slack of a deadline.
 */
test('no run frees the next hold of a thread, whatever was consented to and whoever made its items', async (context) => {
  const redis = new Redis(url);
  context.onTestFinished(() => redis.disconnect());
  await redis.call('ACL', 'SETUSER', 'polled', 'on', '>secret', '~*', '&*', '+@all', '-client|tracking');
  const runtime = await startRuntime(url.replace('redis://', 'redis://polled:secret@'));
  context.onTestFinished(() => runtime.close());
  const key = `order:${randomUUID()}:lock`;
  const id = `test.0.${slugOf(key)}`;
  const token = `${randomUUID()}:1`;
  const takeAgain = (deadlineMs: number) =>
    redis.multi().del(key).hset(key, token, 1).pexpireat(key, deadlineMs).exec();
  await takeAgain(Date.now() + 20_000);
  const sinceMs = () => runtime.watched('test').collector.find(id)?.lock.holders[0]?.since?.atMs;
  await until('it is known for a while', () => Date.now() - (sinceMs() ?? Date.now()) > 1_500);

  const deadlineMs = Date.now() + 30_000;
  await takeAgain(deadlineMs);
  const { seen } = await preview(runtime, id, { action: 'release' });
  expect(runtime.nodes()[0]?.events).toBe('polling');
  const caller = callerAt('127.0.0.1');
  const plan = await bulkPlan(runtime, { ids: [id] }, caller);
  expect(plan.items).toMatchObject([{ why: { code: 'one-by-one' }, seen: null }]);
  await takeAgain(deadlineMs + 4);
  const request = { items: [{ id, seen }], count: 1, reason: 'x', scope: '', although: 'alive' as const };
  const run = await beginReleaseMany(runtime, request, caller);
  const lines: BulkLine[] = [];
  await run.go((line) => void lines.push(line), new AbortController().signal);
  expect(lines[0]).toMatchObject({ result: { outcome: 'unexpected', because: 'error' } });
  expect(await redis.exists(key)).toBe(1);
});
