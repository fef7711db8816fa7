import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { fairChannelOf, fairDeadlinesOf, fairQueueOf } from '../../../lib/domain/keys/redisson-names';
import { clientsOn } from '../fair-clients';
import type { FindingStory, Stories } from './story';

const LEASE_MS = 600_000;
const newOwner = () => `${randomUUID()}:47`;

/** What Redisson writes for one that waits for its turn. */
async function queue(redis: Redis, key: string, waiter: string): Promise<void> {
  await redis
    .multi()
    .rpush(fairQueueOf(key), waiter)
    .zadd(fairDeadlinesOf(key), Date.now() + LEASE_MS, waiter)
    .exec();
}

const deadWaiterBlocks: FindingStory = async ({ watched, key }) => {
  const { redis, connect } = await watched();
  const [dead, other] = [newOwner(), newOwner()];
  await queue(redis, key, dead);
  await queue(redis, key, other);
  await connect().subscribe(fairChannelOf(key, other));
  return ({ evidence }) => {
    const waiter = String(evidence[0]?.values.waiter);
    return redis.multi().lrem(fairQueueOf(key), 1, waiter).zrem(fairDeadlinesOf(key), waiter).exec();
  };
};

/** Two threads of Redisson, each with one fair lock and in the queue of the other's. */
const deadlock: FindingStory = async (stage) => {
  const { redis, connect } = await stage.watched();
  const [here, there] = [newOwner(), newOwner()];
  const other = `${stage.key}:other`;
  const listener = connect();
  for (const [key, holder, waiter] of [
    [stage.key, here, there],
    [other, there, here],
  ] as const) {
    await redis.multi().hset(key, holder, 1).pexpire(key, LEASE_MS).exec();
    await queue(redis, key, waiter);
    await listener.subscribe(fairChannelOf(key, waiter));
  }
  return stage.release;
};

/** Two processes with our own client, whose holders and waiters are known by process alone. */
const waitCycle: FindingStory = async (stage) => {
  const { server } = await stage.watched();
  const clients = clientsOn(server);
  stage.context.onTestFinished(() => clients.close());
  const other = `${stage.key}:other`;
  await clients.hold('one', stage.key);
  await clients.hold('two', other);
  clients.wait('one', other);
  clients.wait('two', stage.key);
  return async () => {
    clients.leave('one');
    await stage.release();
  };
};

export const ofQueues = {
  'dead-waiter-blocks': deadWaiterBlocks,
  deadlock,
  'wait-cycle': waitCycle,
} satisfies Stories;
