import { Redis } from 'ioredis';
import { fairQueueOf } from '../../lib/domain/keys/redisson-names';
import { createFair, type Fair } from '../../lib/locks';
import { type RedisServer, until } from './redis-server';

export type Clients = {
  /** Acquires at once, or throws. */
  hold(name: string, key: string): Promise<void>;
  /** Waits until `close`, or until `leave(name)`. */
  wait(name: string, key: string): void;
  leave(name: string): void;
  close(): Promise<void>;
};

/** Fair locks of processes that are told apart by their labels, each with a connection of its own. */
export function clientsOn(server: RedisServer): Clients {
  const known = new Map<string, { redis: Redis; lock: Fair; waits: AbortController }>();
  const pending: Promise<unknown>[] = [];
  const clientOf = (label: string) => {
    const found = known.get(label);
    if (found) return found;
    const redis = new Redis(server.url);
    const made = { redis, lock: createFair({ redis, app: 'stock', label }), waits: new AbortController() };
    known.set(label, made);
    return made;
  };
  return {
    hold: async (name, key) => {
      const lease = await clientOf(name).lock.tryAcquire(key, { leaseMs: 60_000, watchdog: true });
      if (!lease) throw new Error(`${name} cannot have ${key}`);
    },
    wait: (name, key) => {
      const { lock, waits } = clientOf(name);
      pending.push(
        lock.acquire(key, { waitMs: Number.POSITIVE_INFINITY, signal: waits.signal }).catch(() => {}),
      );
    },
    leave: (name) => clientOf(name).waits.abort(),
    close: async () => {
      for (const { waits } of known.values()) waits.abort();
      await Promise.all(pending);
      for (const { lock, redis } of known.values()) {
        await lock.close();
        redis.disconnect();
      }
    },
  };
}

/** Waits until the queues of fair locks have these lengths. */
export async function queued(server: RedisServer, lengths: Record<string, number>): Promise<void> {
  const redis = new Redis(server.url);
  for (const [key, length] of Object.entries(lengths))
    await until(
      `${length} in the queue of ${key}`,
      async () => (await redis.llen(fairQueueOf(key))) === length,
    );
  redis.disconnect();
}
