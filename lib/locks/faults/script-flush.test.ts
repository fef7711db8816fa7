import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWaiting, taken } from '../../../e2e/support/lease-of';
import { overlaps, startLoad } from '../../../e2e/support/lock-load';
import { type RedisServer, startRedisServer, until } from '../../../e2e/support/redis-server';
import { kinds } from './kinds';

let server: RedisServer;
let redis: Redis;
const own: Redis[] = [];
beforeAll(async () => {
  server = await startRedisServer();
  redis = connection();
});
afterAll(async () => {
  for (const each of own) each.disconnect();
  await server.close();
});

function connection(): Redis {
  const opened = new Redis(server.url);
  own.push(opened);
  return opened;
}

const flush = () => redis.script('FLUSH', 'SYNC');

describe.each(kinds)('a server that loses its scripts while a $name is in use', ({ create }) => {
  test('is noticed by no caller: acquire, renewal, wait and release go on', async () => {
    const key = randomUUID();
    await using client = create({ redis, leaseMs: 900, watchdog: true });
    await flush();
    const lease = await taken(client, key);
    const endsMs = lease.expiresAtMs;
    await flush();
    await until('the lease was renewed', () => lease.expiresAtMs > endsMs + 100);
    await flush();
    await using other = create({ redis });
    const waiter = await startWaiting(other, key, { waitMs: 8_000 });
    await flush();
    await lease.extend(5_000);
    await flush();
    await lease.release();
    await flush();
    const successor = await waiter.lease;
    await flush();
    await successor.release();
    expect(lease.signal.aborted || successor.signal.aborted).toBe(false);
  });

  test('all the time, under load, causes no error, no loss and no second holder', async () => {
    const clients = [1, 2, 3, 4].map(() => create({ redis: connection() }));
    let flushing = true;
    const flushed = (async () => {
      let times = 0;
      for (; flushing; times++) await flush();
      return times;
    })();
    const load = startLoad(
      clients.map((client) => ({ client })),
      { key: randomUUID(), leaseMs: 5_000, waitMs: 10_000, holdMs: 2 },
    );
    await until('a hundred holds', () => load.holds.length > 100 || load.failures.length > 0);
    await load.stop();
    flushing = false;
    expect(await flushed).toBeGreaterThan(100);
    expect(load.failures).toEqual([]);
    expect(load.holds.filter(({ lost }) => lost)).toEqual([]);
    expect(overlaps(load.holds)).toEqual([]);
    await Promise.all(clients.map((client) => client.close()));
  });
});
