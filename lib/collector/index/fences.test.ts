import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RedisServer, startRedisServer, until } from '../../../e2e/support/redis-server';
import { type Watch, watch } from '../../../e2e/support/watch';
import { createFenced } from '../../locks/index';

let server: RedisServer;
let watched: Watch;
let redis: Redis;
beforeAll(async () => {
  server = await startRedisServer();
  redis = new Redis(server.url);
  watched = watch(server.url);
  await until('the first sweep', () => watched.status().coverage.names === 1);
});
afterAll(async () => {
  await watched.collector.stop();
  redis.disconnect();
  await server.close();
});

const fenceKeyOf = (key: string) => `redisson_lock_token:{${key}}`;
const found = (key: string) => watched.lock(key)?.findings.find(({ code }) => code === 'fencing-went-back');

test('tokens that grow are well; one that went back is found with both, until they have grown past it', async () => {
  const key = `${randomUUID()}:lock`;
  const fenced = createFenced({ redis, leaseMs: 60_000 });
  const once = async () => (await fenced.acquire(key, { waitMs: 0 })).release();
  for (let i = 0; i < 4; i++) await once();
  const fifth = await fenced.acquire(key, { waitMs: 0 });
  await until('its token is known', () => watched.lock(key)?.fencingToken === '5');
  expect(found(key)).toBeUndefined();

  await fifth.release();
  await redis.del(fenceKeyOf(key));
  const first = await fenced.acquire(key, { waitMs: 0 });
  const finding = await until('it is found', () => found(key));
  expect(finding.severity).toBe('at-risk');
  expect(finding.evidence[0]?.values).toEqual({ highest: '5', token: '1' });

  await first.release();
  await redis.set(fenceKeyOf(key), '5');
  const sixth = await fenced.acquire(key, { waitMs: 0 });
  await until('its token is known', () => watched.lock(key)?.fencingToken === '6');
  await until('it is found no more', () => !found(key));
  await sixth.release();
  await fenced.close();
});
