import { randomUUID } from 'node:crypto';
import { describe, expect, type TestContext, test } from 'vitest';
import { countedWatch } from '../../../e2e/support/counted-facts';
import { ownServer } from '../../../e2e/support/own-server';
import { until } from '../../../e2e/support/redis-server';

const VIEWER = ['--user', 'viewer', 'on', 'nopass', '~*', '&*', '+@all', '-client|tracking'];

/** A server with these flags, and a console that counts its events, if it can. */
async function counting(context: TestContext, flags = 'EA', isTracked = true, isOn = true) {
  const { server, connect } = await ownServer(context, ['--notify-keyspace-events', flags, ...VIEWER]);
  const redis = connect();
  const url = isTracked ? server.url : `redis://viewer:any@127.0.0.1:${server.port}`;
  const watched = countedWatch(url);
  context.onTestFinished(() => watched.collector.stop());
  const way = isOn ? 'events' : 'readings';
  await until('it has read all', () => watched.status().coverage.contents === 1);
  await until(`it counts by ${way}`, () => watched.status().coverage.countedBy === way);
  return { server, redis, connect, ...watched };
}

const take = (key: string, ms = 60_000) => ['SET', key, randomUUID(), 'PX', ms, 'NX'] as const;

/** Takes and gives back locks of a family at once, faster than they can be read. */
async function churn(redis: Awaited<ReturnType<typeof counting>>['redis'], family: string, count: number) {
  const pipeline = redis.pipeline();
  for (let i = 0; i < count; i++) pipeline.call(...take(`${family}:${i}`)).del(`${family}:${i}`);
  await pipeline.exec();
}

describe.concurrent('where the server sends the events of its locks', () => {
  for (const [way, flags, isTracked] of [
    ['tracking', 'EA', true],
    ['tracking', 'KA', true],
    ['keyspace', 'EA', false],
    ['keyspace', 'KA', false],
  ] as const) {
    test(`every hold is counted once, whether it is read or not: ${way}, ${flags}`, async (context) => {
      const { redis, status, lock, figures } = await counting(context, flags, isTracked);
      expect(status().events).toBe(way);
      await redis.call(...take('lock:long:1000'));
      await until('one of the family is read', () => lock('lock:long:1000'));
      await churn(redis, 'lock:long', 500);
      await redis.pexpire('lock:long:1000', 90_000);
      await until('all are counted', () => figures().releases >= 500 && figures().renewals >= 1);
      await redis.del('lock:long:1000');
      await until('its end is read', () => !lock('lock:long:1000'));
      const all = { acquisitions: 501, releases: 501, renewals: 1, lapses: 0, lost: 0 };
      expect(figures()).toMatchObject(all);
      expect(figures({ family: 'lock:long:*' })).toMatchObject(all);
      expect(status().coverage).toMatchObject({ changes: 1, counted: 1, countedBy: 'events' });
    });
  }

  test('holds of a family of which no key was read yet count once one is', async (context) => {
    const { redis, figures, lock } = await counting(context);
    await churn(redis, 'stock:lock', 200);
    await redis.call(...take('stock:lock:9999'));
    await until('one is read', () => lock('stock:lock:9999'));
    await until('all are counted', () => figures().acquisitions === 201);
    expect(figures({ family: 'stock:lock:*' })).toMatchObject({ acquisitions: 201, releases: 200 });
  });

  test('a lock that was there before counts when it ends, and not as an acquisition', async (context) => {
    const { server, connect } = await ownServer(context, ['--notify-keyspace-events', 'EA']);
    const redis = connect();
    await redis.call(...take('lock:old:1'));
    const { collector, status, figures, lock } = countedWatch(server.url);
    context.onTestFinished(() => collector.stop());
    await until('events count', () => status().coverage.countedBy === 'events');
    await redis.pexpire('lock:old:1', 90_000);
    await redis.del('lock:old:1');
    await until('its end is read', () => !lock('lock:old:1'));
    await until('its end is counted', () => figures().releases === 1);
    expect(figures()).toMatchObject({ acquisitions: 0, renewals: 1, releases: 1, holds: 0 });
  });

  test('a lease that ends is one expiry, of a hold as long as the lease', async (context) => {
    const { redis, figures, lock, facts } = await counting(context);
    for (let i = 0; i < 3; i++) {
      await redis.call(...take('lock:short:1', 700));
      await until('it is read', () => lock('lock:short:1'));
      await until('it is over', () => !lock('lock:short:1'));
    }
    await until('all are counted', () => figures().lapses === 3);
    expect(figures()).toMatchObject({ acquisitions: 3, lapses: 3, releases: 0 });
    for (const { heldMs } of facts.filter(({ did }) => did === 'expired'))
      if (heldMs !== null) expect(Math.abs(heldMs - 700)).toBeLessThan(60);
  });

  test('a release by force and an extension of ours, which only the reading shows, count once and as that', async (context) => {
    const { redis, figures, lock, collector } = await counting(context);
    await redis.call(...take('lock:forced:1'));
    const { id } = await until('it is read', () => lock('lock:forced:1'));
    collector.expect(id, 'extended');
    await redis.pexpire('lock:forced:1', 600_000);
    await until('the extension is read', () => figures().extensions === 1);
    collector.expect(id, 'force-released');
    await redis.del('lock:forced:1');
    await until('the release is read', () => figures().forced === 1);
    expect(figures()).toMatchObject({ acquisitions: 1, renewals: 0, releases: 0, holds: 1 });
  });

  test('what events do not show is counted by the reading: a take-over and a renewal by SET', async (context) => {
    const { redis, figures, lock } = await counting(context);
    const token = randomUUID();
    await redis.call(...take('lock:set:1'));
    await until('it is read', () => lock('lock:set:1'));
    await redis.set('lock:set:1', token, 'PX', 60_000);
    await until('it is taken over', () => figures().taken_over === 1);
    await redis.set('lock:set:1', token, 'PX', 120_000);
    await until('it is renewed', () => figures().renewals === 1);
    await redis.del('lock:set:1');
    await until('it is over', () => figures().releases === 1);
    expect(figures()).toMatchObject({ acquisitions: 2, taken_over: 1, renewals: 1, releases: 1 });
  });

  test('locks that several may hold are counted by readings, others by events', async (context) => {
    const { redis, figures, lock, status } = await counting(context);
    await redis.call(...take('lock:one:1'));
    await redis.hset('lock:rw:1', 'mode', 'read', `${randomUUID()}:1`, 1);
    await until('both are read', () => lock('lock:one:1') && lock('lock:rw:1'));
    await until('both are counted', () => figures().acquisitions === 2);
    expect(status().coverage).toMatchObject({ countedBy: 'both', counted: 0.5, changes: 1 });
    await redis.del('lock:one:1', 'lock:rw:1');
    await until('both ends are counted', () => figures().releases === 2);
    expect(figures()).toMatchObject({ acquisitions: 2, releases: 2 });
  });

  test('a flush, of which no event comes: what it took is lost, once, and counting goes on', async (context) => {
    const { redis, figures, lock, status } = await counting(context, 'EA', false);
    for (let i = 0; i < 10; i++) await redis.call(...take(`lock:f:${i}`));
    await until('they are read', () => lock('lock:f:9') && figures().acquisitions === 10);
    await redis.flushall();
    await until('they are gone', () => figures().lost + figures().releases === 10);
    await until('events count again', () => status().coverage.countedBy === 'events');
    await churn(redis, 'lock:f', 100);
    await until('all are counted', () => figures().acquisitions === 110);
    expect(figures().lost + figures().releases).toBe(110);
  });

  test('a connection that is cut: nothing counts twice, and events count again after it', async (context) => {
    const { redis, figures, lock, status, connect } = await counting(context);
    for (let i = 0; i < 10; i++) await redis.call(...take(`lock:c:${i}`));
    await until('they are read', () => lock('lock:c:9') && figures().acquisitions === 10);
    const killer = connect();
    await killer.call('CLIENT', 'KILL', 'TYPE', 'pubsub');
    for (let i = 0; i < 10; i++) await redis.del(`lock:c:${i}`);
    await until('their ends are read', () => !lock('lock:c:0') && !lock('lock:c:9'));
    await until('events count again', () => status().coverage.countedBy === 'events');
    await until('their ends are counted', () => figures().releases === 10);
    await churn(redis, 'lock:c', 100);
    await until('all are counted', () => figures().acquisitions >= 110);
    expect(figures()).toMatchObject({ acquisitions: 110, releases: 110 });
  });

  test('a key of the family that is no lock: from then on its locks are counted by readings', async (context) => {
    const { redis, figures, lock, status } = await counting(context);
    await redis.call(...take('lock:m:1'));
    await until('it is read', () => lock('lock:m:1'));
    await redis.set('lock:m:2', JSON.stringify({ not: 'a lock', at: [1, 2, 3] }));
    let last = 10;
    await until('it was read too', async () => {
      await redis.call(...take(`lock:m:${++last}`));
      await until('the lock is read', () => lock(`lock:m:${last}`));
      return status().coverage.counted < 1;
    });
    const before = figures().acquisitions;
    // The key that is no lock counts as one until it is read.
    expect(before).toBe(1 + 1 + last - 10);
    await redis.set('lock:m:3', 'x'.repeat(300));
    await redis.del('lock:m:3');
    await redis.call(...take('lock:m:9999'));
    await until('the next lock is read', () => lock('lock:m:9999'));
    await until('it is counted', () => figures().acquisitions > before);
    expect(figures().acquisitions).toBe(before + 1);
  });
});

test('events that are switched on and off while it watches', async (context) => {
  const { redis, status, figures, lock } = await counting(context, '', true, false);
  await redis.call(...take('lock:on:1'));
  await until('it is read', () => lock('lock:on:1'));
  await redis.config('SET', 'notify-keyspace-events', 'Egx$e');
  await redis.call(...take('lock:on:2'));
  await until('events count', () => status().coverage.countedBy !== 'readings');
  await churn(redis, 'lock:on', 300);
  await redis.call(...take('lock:on:3'));
  await until('all are counted', () => figures().acquisitions >= 301 && lock('lock:on:3'));
  await redis.config('SET', 'notify-keyspace-events', '');
  await until('readings count', () => status().coverage.countedBy === 'readings');
  await redis.call(...take('lock:on:4'));
  await until('it is read', () => lock('lock:on:4'));
  // The keys 1 and 2 were held when all 300 were tried, and given back.
  expect(figures()).toMatchObject({ acquisitions: 2 + 298 + 2, releases: 300 });
});
