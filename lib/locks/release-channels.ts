import type { Redis } from 'ioredis';
import { type ByteString, fromUint8 } from '../domain/bytes';
import { toWire } from '../redis/run-script';

/** One channel as a waiting line sees it. */
export type Subscription = {
  /** Whether Redis acknowledged the subscription on the present connection. */
  live(): boolean;
  /** Grows with every message and every gain or loss of the connection: each is a reason to try again. */
  version(): number;
  /** Calls `wake` at the next growth. Returns the stop. */
  listen(wake: () => void): () => void;
  close(): void;
};

type Channel = { live: boolean; version: number; users: number; wakes: Set<() => void> };

export type ReleaseChannels = {
  /** Subscribes in the background; never throws. Without a connection the subscription is just not live. */
  subscribe(name: ByteString): Subscription;
  /** Ends the connection if it is ours, and resolves when its socket is gone. */
  close(): Promise<void>;
};

/**
 * Subscriptions of one process: one per channel however many wait, on one connection that `connect` gives at first use.
 * It must be a connection for this alone; `owned` says that we close it.
 */
export function createReleaseChannels(connect: () => Redis, owned: boolean): ReleaseChannels {
  const channels = new Map<ByteString, Channel>();
  let connection: Redis | null = null;

  function bump(channel: Channel, live: boolean): void {
    channel.live = live;
    channel.version++;
    for (const wake of [...channel.wakes]) wake();
  }

  function ask(redis: Redis, name: ByteString, channel: Channel): void {
    redis.subscribe(toWire(name) as string | Buffer).then(
      () => channels.get(name) === channel && bump(channel, true),
      () => {}, // refused or cut off: not live, so its waiters try again by TTL; `ready` subscribes anew
    );
  }

  const onReady = () => {
    if (connection) for (const [name, channel] of channels) ask(connection, name, channel);
  };
  const onClose = () => {
    for (const channel of channels.values()) if (channel.live) bump(channel, false);
  };
  const onMessage = (name: Buffer) => {
    const channel = channels.get(fromUint8(name));
    if (channel) bump(channel, channel.live);
  };
  const onError = () => {}; // `close` follows, and waiters fall back to their TTL

  function open(): Redis {
    const redis = connect();
    redis.on('ready', onReady).on('close', onClose).on('messageBuffer', onMessage).on('error', onError);
    if (redis.status === 'wait') redis.connect().catch(onError);
    return redis;
  }

  function leave(name: ByteString, channel: Channel): void {
    channel.users--;
    if (channel.users > 0 || channels.get(name) !== channel) return;
    channels.delete(name);
    // Not connected means not subscribed; a refusal leaves a subscription that wakes nobody.
    if (connection?.status === 'ready')
      connection.unsubscribe(toWire(name) as string | Buffer).catch(onError);
  }

  return {
    subscribe(name) {
      connection ??= open();
      const channel = channels.get(name) ?? { live: false, version: 0, users: 0, wakes: new Set() };
      channel.users++;
      if (!channels.has(name)) {
        channels.set(name, channel);
        if (connection.status === 'ready') ask(connection, name, channel);
      }
      let left = false;
      return {
        live: () => channel.live,
        version: () => channel.version,
        listen(wake) {
          channel.wakes.add(wake);
          return () => channel.wakes.delete(wake);
        },
        close() {
          if (!left) leave(name, channel);
          left = true;
        },
      };
    },
    async close() {
      const redis = connection;
      connection = null;
      channels.clear();
      if (!redis) return;
      redis.off('ready', onReady).off('close', onClose).off('messageBuffer', onMessage);
      if (!owned) return void redis.off('error', onError);
      const hasSocket = ['connecting', 'connect', 'ready'].includes(redis.status);
      const ended = new Promise<void>((resolve) => redis.once('end', () => resolve()));
      redis.disconnect(); // destroys a socket that does not end within ioredis' disconnectTimeout
      if (hasSocket) await ended;
    },
  };
}
