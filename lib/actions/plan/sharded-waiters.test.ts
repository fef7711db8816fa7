import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, expect, test } from 'vitest';
import { closing } from '../../../e2e/support/closing';
import { fileRedis } from '../../../e2e/support/file-redis';
import { until } from '../../../e2e/support/redis-server';
import { channelOf, fairChannelOf, fairDeadlinesOf, fairQueueOf } from '../../domain/keys/redisson-names';
import { readLock, seenOf } from '../../reads/read-lock';
import { releaseLock } from '../run/release-lock';

const redisUrl = await fileRedis();
const redis = new Redis(redisUrl);
afterAll(() => redis.disconnect());
const { opened } = closing();
const options = { now: Date.now, named: true };

async function held(): Promise<string> {
  const key = `sharded:{${randomUUID()}}`;
  await redis.multi().hset(key, `${randomUUID()}:47`, 1).pexpire(key, 60_000).exec();
  return key;
}

/** Messages that a client of this server hears on a channel, in the way it chose. */
async function hearing(channel: string, how: 'subscribe' | 'ssubscribe'): Promise<string[]> {
  const waiter = opened(redis.duplicate());
  const heard: string[] = [];
  waiter.on(how === 'subscribe' ? 'message' : 'smessage', (_, message) => heard.push(message));
  await waiter[how](channel);
  return heard;
}

async function release(key: string) {
  const { lock } = await readLock(redis, key, options);
  if (!lock) throw new Error('not recognised');
  return releaseLock(redis, key, seenOf(lock), options);
}

test.each(['subscribe', 'ssubscribe'] as const)(
  'a release is told in the way in which the waiters listen: %s',
  async (how) => {
    const key = await held();
    const heard = await hearing(channelOf(key), how);
    expect(await release(key)).toEqual({ outcome: 'released', woken: 1 });
    await until('the waiter', () => heard.includes('0'));
  },
);

test('the first in the queue of a fair lock is woken on its own channel, sharded too', async () => {
  const key = await held();
  const waiter = `${randomUUID()}:48`;
  await redis.rpush(fairQueueOf(key), waiter);
  await redis.zadd(fairDeadlinesOf(key), Date.now() + 60_000, waiter);
  const heard = await hearing(fairChannelOf(key, waiter), 'ssubscribe');
  await release(key);
  await until('the waiter', () => heard.includes('0'));
});

test('an account that may not ask who listens tells in the classic way', async () => {
  const user = `no-pubsub-${randomUUID()}`;
  await redis.acl('SETUSER', user, 'on', 'nopass', '~*', '&*', '+@all', '-pubsub');
  const limited = opened(redis.duplicate({ username: user, password: 'any' }));
  const key = await held();
  const heard = await hearing(channelOf(key), 'subscribe');
  const { lock } = await readLock(limited, key, options);
  if (!lock) throw new Error('not recognised');
  await releaseLock(limited, key, seenOf(lock), options);
  await until('the waiter', () => heard.includes('0'));
});
