import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, expect, test } from 'vitest';
import { closing } from '../../../../e2e/support/closing';
import { fileRedis } from '../../../../e2e/support/file-redis';
import { until } from '../../../../e2e/support/redis-server';
import { KEEP_MS, parseProcessRecord, processKeyOf } from '../../../domain/keys/process-record';
import { deaf } from '../wait/listening';
import { createLocalWaitQueues, type LocalWaitQueues, type Turn } from '../wait/local-wait-queues';
import { unlimited } from '../wait/wait';
import { createHeartbeats } from './heartbeats';

const redisUrl = await fileRedis();
const redis = new Redis(redisUrl);
afterAll(() => redis.disconnect());
const { closers } = closing();

/** Keeps a record with short beats until the test ends. */
function beating(lines: LocalWaitQueues): string {
  const id = randomUUID();
  const name = { id, app: 'test', label: null, host: 'worker-7', pid: 4711, startMs: 1 };
  closers.push(createHeartbeats(redis).start({ ...name, beatMs: 50, keepMs: KEEP_MS }, lines));
  return id;
}

async function recordOf(id: string) {
  return parseProcessRecord(id, (await redis.get(processKeyOf(id))) ?? '');
}

/** A turn for the string lock of this key, which looks every 20 ms. */
function turnOf(key: string, processId: string): Turn<string> {
  return {
    ...{ kind: 'test', line: key, wait: unlimited(key), processId, recheckMs: 20 },
    async attempt() {
      const taken = await redis.set(key, 'me', 'PX', 60_000, 'NX');
      return taken ? { busy: false, result: key } : { busy: true, ttlMs: -1, silent: false };
    },
    goesOn: () => false,
    problem: () => undefined,
    giveUp() {},
    listen: () => ({ ...deaf, live: () => true }),
  };
}

test('a record tells what its process waits for once that lasts, and no more when it is over', async () => {
  const lines = createLocalWaitQueues();
  const id = beating(lines);
  const [held, free, theirs] = [randomUUID(), randomUUID(), randomUUID()];
  for (const key of [held, theirs]) await redis.set(key, 'other', 'PX', 60_000);
  const startedMs = performance.now();
  const waits = [held, held].map((key) => lines.wait(turnOf(key, id)));
  const another = lines.wait(turnOf(theirs, randomUUID()));
  await lines.wait(turnOf(free, id));

  const told = await until('the wait is told', async () => (await recordOf(id))?.waits);
  expect(told).toEqual([{ key: held, forMs: expect.any(Number) }]);
  expect(performance.now() - startedMs).toBeGreaterThanOrEqual(1_000);
  expect(told[0]?.forMs).toBeGreaterThanOrEqual(1_000);
  expect(told[0]?.forMs).toBeLessThanOrEqual(performance.now() - startedMs);

  await redis.del(held);
  await waits[0];
  expect(lines.waiting(id, 1_000)).toEqual([]);
  await until('the next head begins its own wait', async () => (await recordOf(id))?.waits === undefined);
  await redis.del(held, theirs);
  await Promise.all([...waits, another]);
  await redis.del(held, free, theirs);
  expect(lines.waiting(id, 0)).toEqual([]);
});

test('a record says nothing of a lock that is free at once', async () => {
  const lines = createLocalWaitQueues();
  const id = randomUUID();
  const key = randomUUID();
  await lines.wait(turnOf(key, id));
  expect(lines.waiting(id, 0)).toEqual([]);
  await redis.del(key);
});
