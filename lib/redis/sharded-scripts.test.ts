import { randomBytes } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../e2e/support/free-port';
import { bufferOf, hardNames } from '../../e2e/support/lock-keys';
import { type RedisServer, startRedisServer, until } from '../../e2e/support/redis-server';
import { type ByteString, fromUint8 } from '../domain/keys/bytes';
import * as names from '../domain/keys/redisson-names';
import { runScript, type Script } from './run-script';
import { scripts } from './scripts.generated';

let server: RedisServer;
let redis: Redis;
let subscriber: Redis;
beforeAll(async () => {
  server = await startRedisServer(['--cluster-enabled', 'yes', '--cluster-port', String(await freePort())]);
  redis = new Redis(server.url);
  subscriber = new Redis(server.url);
  await redis.call('cluster', 'addslotsrange', 0, 16383);
  await until('the cluster is up', async () => (await redis.cluster('INFO')).includes('cluster_state:ok'));
});
afterAll(async () => {
  redis.disconnect();
  subscriber.disconnect();
  await server.close();
});

const LEASE_MS = 60_000;
const [A, B] = ['a:1', 'b:1'] as const;

type Call = [Script, ByteString[], (ByteString | number)[], reply: readonly [number, number?]];

/** Every script that tells somebody, and those that derive the names of keys; in an order in which each has work. */
function callsOf(key: ByteString): Call[] {
  const id = fromUint8(randomBytes(16));
  const [writer, rw, base] = [names.writeOwnerOf(A), names.rwChannelOf(key), names.readHoldsBaseOf(key)];
  const fair = [`${key}f`, names.fairQueueOf(`${key}f`), names.fairDeadlinesOf(`${key}f`)];
  const fairChannel = names.channelOf(`${key}f`);
  const permits = [`${key}p`, names.permitDeadlinesOf(`${key}p`)];
  const told = [names.semaphoreChannelOf(`${key}p`), 'SPUBLISH'];
  return [
    [scripts.acquireFenced, [`${key}t`, names.fenceOf(`${key}t`)], [A, LEASE_MS, 1], [1, 1]],
    [scripts.acquireFair, fair, [A, LEASE_MS, 1, LEASE_MS], [1, 1]],
    [scripts.acquireFair, fair, [B, LEASE_MS, 1, LEASE_MS], [-1]],
    [scripts.releaseFair, fair, [A, LEASE_MS, fairChannel, 'SPUBLISH', 0], [1, 0]],
    [scripts.giveUpFair, fair, [B, LEASE_MS, fairChannel, 'SPUBLISH'], [1, 0]],
    [scripts.acquireWrite, [key], [writer, LEASE_MS, 1], [1, 1]],
    [scripts.renewWrite, [key], [writer, LEASE_MS], [1]],
    [scripts.acquireRead, [key, base], [A, LEASE_MS, 1], [1, 1]],
    [scripts.releaseWrite, [key, base], [writer, LEASE_MS, rw, 'SPUBLISH', 0], [1, 1]],
    [scripts.renewRead, [key, base], [A, LEASE_MS], [1]],
    [scripts.extendReadWrite, [key, base], ['read', A, 1, 2 * LEASE_MS], [1]],
    [scripts.releaseRead, [key, base], [A, LEASE_MS, rw, 'SPUBLISH', 0], [1, 1]],
    [scripts.acquireRead, [key, base], [A, LEASE_MS, 1], [1, 1]],
    [scripts.forceReleaseReadWrite, [key, base], ['read', A, 1, rw, 'SPUBLISH'], [1, 1]],
    [scripts.setPermits, permits, [1, ...told], [1, 0]],
    [scripts.acquirePermit, permits, [id, LEASE_MS, 'none', ...told], [1, 0]],
    [scripts.renewPermit, permits, [id, LEASE_MS], [1]],
    [scripts.readPermits, permits, [], [1, 0]],
    [scripts.releasePermit, permits, [id, ...told], [1, 0]],
  ];
}

test.each(hardNames())('every script works in a cluster, where messages are sharded: %s', async (_, key) => {
  const heard: ByteString[] = [];
  subscriber.on('smessageBuffer', (_channel: Buffer, payload: Buffer) => heard.push(fromUint8(payload)));
  await subscriber.ssubscribe(bufferOf(names.rwChannelOf(key)));
  for (const [script, keys, args, [code, detail]] of callsOf(key)) {
    const reply = await runScript(redis, script, keys, args);
    expect(reply.code, script.name).toBe(code);
    if (detail !== undefined) expect(reply.detail, script.name).toBe(detail);
  }
  await until('all messages came', () => heard.length === 3);
  expect(heard).toEqual(['1', '0', '0']);
  subscriber.removeAllListeners('smessageBuffer');
});
