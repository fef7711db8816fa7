import { setTimeout as work } from 'node:timers/promises';
import type { Redis } from 'ioredis';

/** A Redisson thread. */
export type Thread = { redis: Redis; token: string };

const LEASE_MS = 30_000;

async function take({ redis, token }: Thread, key: string): Promise<void> {
  await redis.multi().hset(key, token, 1).pexpire(key, LEASE_MS).exec();
}

/** Takes one lock under the other, works for so long, ms, before each next step, and gives them back, the last one first. */
export async function takeNested(thread: Thread, keys: readonly string[], workMs: number): Promise<void> {
  for (const key of keys) {
    await take(thread, key);
    await work(workMs);
  }
  for (const key of [...keys].reverse()) {
    await thread.redis.del(key);
    await work(workMs);
  }
}

/** As a MultiLock of Redisson: takes one lock after the other without waiting, and gives all of them back at once. */
export async function takeTogether(thread: Thread, keys: readonly string[], workMs: number): Promise<void> {
  for (const key of keys) await take(thread, key);
  await work(workMs);
  await Promise.all(keys.map((key) => thread.redis.del(key)));
  await work(workMs);
}
