import { Redis } from 'ioredis';
import { afterAll, expect, test } from 'vitest';
import { wantsIoredis5 } from '../../../bin/ioredis.mjs';
import { fileRedis } from '../../../e2e/support/file-redis';
import { endWorkers, startWorker } from '../../../e2e/support/worker';

const url = await fileRedis();
const redis = new Redis(url);
afterAll(async () => {
  await endWorkers();
  redis.disconnect();
});

test('tests, and the processes that they start, run on the ioredis that is asked for', async () => {
  const holder = startWorker('hold-mutex', { url, key: 'held' });
  await holder.event('held');
  const connections = String(await redis.client('LIST'))
    .trim()
    .split('\n');
  const protocols = connections.map((line) => /resp=(\d)/.exec(line)?.[1]);
  // ioredis 6 asks for RESP3, ioredis 5 knows RESP2 alone.
  const protocol = wantsIoredis5() ? '2' : '3';
  expect(protocols).toEqual([protocol, protocol]);
});
