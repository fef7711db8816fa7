import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { fileMutexes } from '../../../../e2e/support/file-mutexes';
import { until } from '../../../../e2e/support/redis-server';
import { mutexChannelOf } from '../../../domain/keys/mutex-token';
import type { Mutex } from '../../index';

const { own, opened, mutex, held, holds, subscribers, waiting } = fileMutexes();

async function attempts(): Promise<number> {
  const stats = await own.redis.info('commandstats');
  const of = (name: string) => Number(new RegExp(`cmdstat_${name}:calls=(\\d+)`).exec(stats)?.[1] ?? 0);
  return of('evalsha') + of('set');
}

describe('a waiter', () => {
  test('is woken by the release message and asks Redis nothing until then', async () => {
    const key = randomUUID();
    const lease = await held(key);
    const waiter = await waiting(mutex(), key);
    const before = await attempts();
    await new Promise((resolve) => setTimeout(resolve, 1_500)); // longer than a polling waiter would sleep
    expect(await attempts()).toBe(before);
    await lease.release();
    await holds(key, waiter.lease);
    expect((await attempts()) - before).toBeLessThanOrEqual(3); // SET within the script counts as well
  });

  test('misses no release that falls between its first attempt and its subscription', async () => {
    const key = randomUUID();
    const lease = await held(key);
    const subscriber = opened(own.redis.duplicate());
    await until('the subscriber is connected', () => subscriber.status === 'ready');
    const subscribe = subscriber.subscribe.bind(subscriber);
    subscriber.subscribe = (async (...channels: string[]) => {
      await lease.release();
      return subscribe(...channels);
    }) as typeof subscriber.subscribe;
    // Below the shortest sleep of a waiter: without a second attempt this wait times out.
    const successor = await mutex({ subscriber }).acquire(key, { waitMs: 900 });
    await holds(key, successor);
  });

  test('misses no release whose message comes while an attempt is under way', async () => {
    const key = randomUUID();
    const lease = await held(key);
    const [alone, subscriber] = [opened(own.redis.duplicate()), opened(own.redis.duplicate())];
    let messages = 0;
    subscriber.on('message', () => messages++);
    const waiter = await waiting(mutex({ redis: alone, subscriber }), key);
    const evalsha = alone.evalsha.bind(alone) as (...args: unknown[]) => Promise<unknown>;
    let released = false;
    alone.evalsha = (async (...args: unknown[]) => {
      const busy = await evalsha(...args);
      if (released) return busy;
      released = true;
      await lease.release();
      await until('the release message arrived', () => messages === 2);
      return busy;
    }) as typeof alone.evalsha;
    await own.redis.publish(mutexChannelOf(key), '0'); // makes the waiter try
    await holds(key, waiter.lease);
  });

  test('misses no release over hundreds of hand-overs', async () => {
    const key = randomUUID();
    let turns = 0;
    const play = async (client: Mutex) => {
      for (let turn = 0; turn < 150; turn++) {
        // Below the longest sleep of a waiter: one wake-up missed is one wait timed out.
        await client.using(key, { waitMs: 5_000 }, async () => void turns++);
      }
    };
    await Promise.all([play(mutex()), play(mutex())]);
    expect(turns).toBe(300);
  });

  test('takes a lock that lapses without a message', async () => {
    const key = randomUUID();
    await own.redis.set(key, 'somebody', 'PX', 300);
    const lease = await mutex().acquire(key, { waitMs: 15_000 });
    await holds(key, lease);
  });

  test('wakes when the lock is force released', async () => {
    const key = randomUUID();
    const lease = await held(key);
    const waiter = await waiting(mutex(), key);
    expect(await mutex().forceRelease(key, { token: lease.token })).toEqual({ woken: 1 });
    await holds(key, waiter.lease);
  });

  test('works on a server that lost its scripts meanwhile', async () => {
    const key = randomUUID();
    const lease = await held(key);
    const waiter = await waiting(mutex(), key);
    await own.redis.script('FLUSH', 'SYNC');
    await lease.release();
    await own.redis.script('FLUSH', 'SYNC');
    await (await waiter.lease).release();
    expect(await own.redis.exists(key)).toBe(0);
  });
});

describe('waiters of one process', () => {
  test('share one subscription, are served in order, and end it with the last', async () => {
    const key = randomUUID();
    const lease = await held(key);
    const client = mutex();
    const served: number[] = [];
    const waiters = [0, 1, 2, 3, 4].map((n) =>
      client.using(key, { waitMs: 15_000 }, async () => void served.push(n)),
    );
    await until('the line is subscribed', async () => (await subscribers(key)) > 0);
    expect(await subscribers(key)).toBe(1);
    await lease.release();
    await Promise.all(waiters);
    expect(served).toEqual([0, 1, 2, 3, 4]);
    await until('the subscription is gone', async () => (await subscribers(key)) === 0);
  });

  test('go on when the first of them gives up', async () => {
    const key = randomUUID();
    const lease = await held(key);
    const client = mutex();
    const first = new AbortController();
    const head = await waiting(client, key, first.signal);
    const second = client.acquire(key, { waitMs: 15_000 });
    first.abort(new Error('enough'));
    await expect(head.lease).rejects.toMatchObject({ code: 'aborted', cause: first.signal.reason });
    await lease.release();
    await holds(key, second);
  });
});

describe('without its subscription a waiter still gets the lock', () => {
  test('when the subscriber connection is killed, and by message again once it is back', async () => {
    const key = randomUUID();
    const lease = await held(key);
    const waiter = await waiting(mutex(), key);
    await own.redis.client('KILL', 'TYPE', 'PUBSUB');
    await until('the subscription is back', async () => (await subscribers(key)) === 1);
    await lease.release();
    await holds(key, waiter.lease);
  });

  test('when the connection is killed at the moment of the release', async () => {
    const key = randomUUID();
    const lease = await held(key);
    const waiter = await waiting(mutex(), key);
    await Promise.all([own.redis.client('KILL', 'TYPE', 'PUBSUB'), lease.release()]);
    await holds(key, waiter.lease);
  });

  test('when the server refuses the subscription', async () => {
    const key = randomUUID();
    const user = `no-subscribe-${randomUUID()}`;
    await own.redis.acl('SETUSER', user, 'on', 'nopass', '~*', '&*', '+@all', '-subscribe');
    const limited = opened(own.redis.duplicate({ username: user, password: 'any' }));
    const lease = await held(key);
    const waiter = mutex({ redis: limited }).acquire(key, { waitMs: 15_000 });
    await until('the refusal', async () =>
      /cmdstat_subscribe:.*rejected_calls=[1-9]/.test(await own.redis.info('commandstats')),
    );
    await lease.release();
    await holds(key, waiter);
  });
});
