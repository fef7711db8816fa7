import type { Cluster, Redis, RedisOptions } from 'ioredis';
import type { ByteString } from '../../../domain/keys/bytes';
import { slotOf } from '../../../domain/keys/key-slot';
import { isCluster, type LockRedis } from '../arguments';

/** Where channels are: one place for a single Redis, one for each master of a cluster. */
export type Places = {
  /** Name of the place of a key's or channel's slot; null while the cluster has not reported who serves it. */
  of(name: ByteString): string | null;
  /** Opens a connection for subscriptions alone; null when the place is gone. */
  open(place: string): Redis | null;
  /** Whether we opened the connections and must close them. */
  readonly owned: boolean;
};

/** Fails fast and never re-sends: its waiters fall back to the TTL, and `ready` subscribes again. */
const SETTINGS: Partial<RedisOptions> = {
  lazyConnect: true,
  enableOfflineQueue: false,
  autoResubscribe: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  retryStrategy: (attempt) => Math.min(50 * 2 ** Math.min(attempt, 10), 1_000),
};

/**
 * Subscriber connections beside the caller's client. In a cluster each channel is subscribed at the master of its slot:
 * sharded channels and keyspace events are received nowhere else, and a classic message need not cross the bus.
 */
export function lockSubscribersOf(redis: LockRedis, subscriber: Redis | undefined): Places {
  if (subscriber) return { of: () => '', open: () => subscriber, owned: false };
  if (!isCluster(redis)) {
    return {
      of: () => '',
      open: () => redis.duplicate({ ...SETTINGS, commandTimeout: undefined }),
      owned: true,
    };
  }
  return {
    of: (name) => redis.slots[slotOf(name)]?.[0] ?? null,
    open: (place) => masterAt(redis, place)?.duplicate({ ...SETTINGS, commandTimeout: undefined }) ?? null,
    owned: true,
  };
}

function masterAt(cluster: Cluster, place: string): Redis | undefined {
  return cluster.nodes('master').find(({ options }) => `${options.host}:${options.port}` === place);
}
