import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { fileMutexes } from '../../../../e2e/support/file-mutexes';
import { until } from '../../../../e2e/support/redis-server';

const { own, opened, mutex, held, subscribers, waiting } = fileMutexes();

test('many waiters on one signal are no leak to Node, and all hear it', async () => {
  const key = randomUUID();
  await held(key);
  const warnings: Error[] = [];
  const onWarning = (warning: Error) => warnings.push(warning);
  process.on('warning', onWarning);
  const stop = new AbortController();
  const client = mutex();
  const waits = Array.from({ length: 20 }, () =>
    client.acquire(key, { waitMs: 15_000, signal: stop.signal }).catch((error) => error.code),
  );
  await until('the line is subscribed', async () => (await subscribers(key)) > 0);
  stop.abort();
  expect(await Promise.all(waits)).toEqual(Array(20).fill('aborted'));
  await new Promise((resolve) => setImmediate(resolve));
  process.off('warning', onWarning);
  expect(warnings).toEqual([]);
});

describe('a wait that ends without the lock', () => {
  test('by its time is wait-timeout, with one attempt at waitMs 0', async () => {
    const key = randomUUID();
    await held(key);
    for (const waitMs of [0, 1_000]) {
      await expect(mutex().acquire(key, { waitMs })).rejects.toMatchObject({ code: 'wait-timeout' });
    }
    expect(await mutex().acquire(randomUUID(), { waitMs: 0 })).toBeTruthy();
  });

  test('by its signal leaves no subscription and no timer', async () => {
    const key = randomUUID();
    await held(key);
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = timers();
    const client = mutex();
    const controller = new AbortController();
    const waiter = await waiting(client, key, controller.signal);
    const queued = client.acquire(key, { waitMs: 15_000, signal: controller.signal });
    controller.abort();
    await expect(waiter.lease).rejects.toMatchObject({ code: 'aborted' });
    await expect(queued).rejects.toMatchObject({ code: 'aborted' });
    expect(timers()).toBeLessThanOrEqual(before);
    await until('the subscription is gone', async () => (await subscribers(key)) === 0);
    await expect(client.tryAcquire(key, { signal: controller.signal })).rejects.toMatchObject({
      code: 'aborted',
    });
  });

  test('by close is aborted, and leaves no connection', async () => {
    const key = randomUUID();
    const lease = await held(key);
    const connections = async () =>
      String(await own.redis.client('LIST'))
        .trim()
        .split('\n').length;
    const alone = opened(own.redis.duplicate());
    await alone.ping();
    const before = await connections();
    const client = mutex({ redis: alone });
    const waiter = await waiting(client, key);
    expect(await connections()).toBe(before + 1);
    await client.close();
    await expect(waiter.lease).rejects.toMatchObject({ code: 'aborted' });
    await until('the connection is gone', async () => (await connections()) === before);
    await expect(client.tryAcquire(key)).rejects.toMatchObject({ code: 'aborted' });
    await lease.release();
  });

  test('before it began sends Redis nothing', async () => {
    const alone = opened(own.redis.duplicate());
    await alone.ping();
    const client = mutex({ redis: alone });
    const sent = () => alone.stream.bytesWritten;
    const before = sent();
    const signal = AbortSignal.abort(new Error('too late'));
    const refused = { code: 'aborted', cause: signal.reason };
    await expect(client.tryAcquire(randomUUID(), { signal })).rejects.toMatchObject(refused);
    await expect(client.acquire(randomUUID(), { waitMs: 5_000, signal })).rejects.toMatchObject(refused);
    await client.close();
    await expect(client.tryAcquire(randomUUID())).rejects.toMatchObject({ code: 'aborted' });
    await expect(client.acquire(randomUUID(), { waitMs: 0 })).rejects.toMatchObject({ code: 'aborted' });
    expect(sent()).toBe(before);
  });

  test('takes back a lock that it gets too late', async () => {
    const key = randomUUID();
    const slow = opened(own.redis.duplicate());
    await slow.ping();
    own.server.freeze();
    try {
      const late = mutex({ redis: slow }).acquire(key, { waitMs: 100 });
      await expect(late).rejects.toMatchObject({ code: 'timed-out' });
    } finally {
      own.server.thaw();
    }
    await slow.ping();
    await until('the lock is given back', async () => (await own.redis.exists(key)) === 0);
  });
});
