import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closing } from '../../../e2e/support/closing';
import { fileServer } from '../../../e2e/support/file-server';
import { until } from '../../../e2e/support/redis-server';
import { type Watch, watch } from '../../../e2e/support/watch';
import { startWorker, type Worker } from '../../../e2e/support/worker';

const own = fileServer();
const { closers } = closing();
let watched: Watch;
beforeAll(() => {
  watched = watch(own.server.url);
});
afterAll(() => watched.collector.stop());

function hold(key: string): Worker {
  const worker = startWorker('hold-reentrant', { url: own.server.url, key, 'lease-ms': 600_000 });
  closers.push(() => worker.kill('SIGKILL'));
  return worker;
}

const holder = (key: string) => watched.lock(key)?.holders[0];

test('a process that holds by our client is named and alive, and gone once it was killed', {
  timeout: 90_000,
}, async () => {
  const key = randomUUID();
  const worker = hold(key);
  await worker.event('held');
  await until('it is proven alive', () => holder(key)?.verdict === 'alive');
  expect(holder(key)?.process).toMatchObject({ app: expect.any(String), host: hostname(), pid: worker.pid });
  await worker.kill('SIGKILL');
  const killedMs = Date.now();
  await until('it is proven gone', () => holder(key)?.verdict === 'gone', 60_000);
  expect(Date.now() - killedMs).toBeGreaterThan(18_000); // its last heartbeat may have been 10 s old
  expect(watched.lock(key)?.reason.code).toBe('holder-gone');
});

test('a process that ends in order takes its record with it and leaves no lock behind', async () => {
  const key = randomUUID();
  const worker = hold(key);
  await worker.event('held');
  await until('it is proven alive', () => holder(key)?.verdict === 'alive');
  await worker.kill('SIGTERM');
  await until('the lock is gone', () => holder(key) === undefined);
});
