import { randomUUID } from 'node:crypto';
import { setTimeout as pass } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { fairDeadlinesOf, fairQueueOf } from '../../lib/domain/keys/redisson-names';
import { seeded } from '../../lib/domain/values/seeded';

const WORKERS = 8;
/** Of these, so many sleep while the lock is free, until they have waited for so long, ms. */
const SLEEPERS = 3;
const SLEEP_MS = 14_000;
const HELD_MS = 200;

type Worker = { token: string; sinceMs: number | null; sleeps: boolean };

/**
 * Workers that want one lock with a queue, as Redisson's fair lock has it, again and again for so long, ms. `jumps`: some of
 * them are passed over for a long time by those that come later; else each has its turn.
 */
export async function queueFor(
  url: string,
  key: string,
  seed: number,
  jumps: boolean,
  forMs: number,
): Promise<void> {
  const redis = new Redis(url);
  const random = seeded(seed);
  const workers = Array.from({ length: WORKERS }, (_, nth): Worker => {
    return { token: `${randomUUID()}:${nth + 1}`, sinceMs: null, sleeps: jumps && nth < SLEEPERS };
  });
  const [queue, deadlines] = [fairQueueOf(key), fairDeadlinesOf(key)];
  const endMs = Date.now() + forMs;
  try {
    while (Date.now() < endMs) {
      for (const worker of workers.filter(({ sinceMs }) => sinceMs === null).sort(() => random() - 0.5)) {
        worker.sinceMs = Date.now();
        await redis
          .multi()
          .rpush(queue, worker.token)
          .zadd(deadlines, Date.now() + 600_000, worker.token)
          .exec();
      }
      const isAwake = ({ sleeps, sinceMs }: Worker) => !sleeps || Date.now() - (sinceMs ?? 0) >= SLEEP_MS;
      const [next] = workers.filter(isAwake).sort((a, b) => (a.sinceMs ?? 0) - (b.sinceMs ?? 0));
      if (next) {
        next.sinceMs = null;
        await redis
          .multi()
          .lrem(queue, 1, next.token)
          .zrem(deadlines, next.token)
          .hset(key, next.token, 1)
          .pexpire(key, 30_000)
          .exec();
        await pass(HELD_MS * (0.8 + 0.4 * random()));
        await redis.del(key);
      }
      await pass(HELD_MS * (0.8 + 0.4 * random()));
    }
    await redis.del(queue, deadlines);
  } finally {
    redis.disconnect();
  }
}
