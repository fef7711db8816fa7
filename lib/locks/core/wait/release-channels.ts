import type { Redis } from 'ioredis';
import { type ByteString, fromUint8 } from '../../../domain/keys/bytes';
import { toWire } from '../../../redis/run-script';
import type { Places } from './subscribers';

/** One or several channels, as a wait queue uses them. */
export type Subscription = {
  /** Whether Redis acknowledged the subscription on the present connection. */
  live(): boolean;
  /** Grows with every message and every gain or loss of the connection: each is a reason to retry. */
  version(): number;
  /** Number of messages received. */
  heard(): number;
  /** Calls `wake` at the next growth. Returns a function that stops it. */
  listen(wake: () => void): () => void;
  /** Subscribes again where that failed or the channel moved to another node; does nothing while live or under way. */
  retry(): void;
  close(): void;
};

type ChannelKind = 'classic' | 'sharded';

type Channel = {
  name: ByteString;
  slotOf: ByteString;
  sharded: boolean;
  place: string | null;
  live: boolean;
  asking: boolean;
  version: number;
  heard: number;
  users: number;
  wakes: Set<() => void>;
};

type Open = { redis: Redis; stop: () => void };

type ReleaseChannels = {
  /**
   * Subscribes in the background; never throws. Without a connection the subscription is just not live. `slotOf` names the
   * slot whose node sends the messages, if not the channel's own.
   */
  subscribe(name: ByteString, kind?: ChannelKind, slotOf?: ByteString): Subscription;
  /** Closes our own connections and wakes all waiters. A later subscription opens them again. */
  end(): Promise<void>;
  /** As `end`, permanently. Resolves when the sockets are closed. */
  close(): Promise<void>;
};

/**
 * Subscriptions of one process over one Redis: one per channel however many wait, on connections that `places` opens at
 * first use, one per node. No other code may use these connections.
 */
export function createReleaseChannels(places: Places): ReleaseChannels {
  const channels = new Map<string, Channel>();
  const open = new Map<string, Open>();

  function bump(channel: Channel, live: boolean): void {
    channel.live = live;
    channel.version++;
    for (const wake of [...channel.wakes]) wake();
  }

  function at(place: string): Channel[] {
    return [...channels.values()].filter((channel) => channel.place === place);
  }

  function lost(place: string): void {
    for (const channel of at(place)) if (channel.live) bump(channel, false);
  }

  function connect(place: string, node: string): Redis | null {
    const known = open.get(place);
    if (known) return known.redis;
    const redis = places.open(node);
    if (!redis) return null;
    const onReady = () => {
      for (const channel of at(place)) ask(channel);
    };
    const onClose = () => lost(place);
    const onMoved = () => {
      for (const channel of at(place)) channel.asking = false; // ioredis 5 never settles a command that was answered by MOVED
      lost(place);
    };
    const onMessage = (kind: ChannelKind) => (name: Buffer) => {
      const channel = channels.get(idOf(fromUint8(name), kind));
      if (!channel) return;
      channel.heard++;
      bump(channel, channel.live);
    };
    const listeners = {
      ready: onReady,
      close: onClose,
      moved: onMoved,
      messageBuffer: onMessage('classic'),
      smessageBuffer: onMessage('sharded'),
      /**
       * `close` follows, and waiters fall back to their TTL. Where it does not, replies are out of step with commands:
       * ioredis 5 takes the SUNSUBSCRIBE that a server sends when a slot leaves it for the reply to a command of its own.
       */
      error: () => {
        if (places.owned && redis.status === 'ready') redis.disconnect(true);
      },
    };
    for (const [event, listener] of Object.entries(listeners)) redis.on(event, listener);
    const stop = () => {
      for (const [event, listener] of Object.entries(listeners)) {
        if (event !== 'error') redis.off(event, listener);
      }
      if (!places.owned) redis.off('error', listeners.error);
    };
    open.set(place, { redis, stop });
    if (redis.status === 'wait') redis.connect().catch(listeners.error);
    return redis;
  }

  function ask(channel: Channel): void {
    if (channel.live || channel.asking) return;
    const node = places.of(channel.slotOf);
    channel.place = node === null ? null : placeOf(channel, node);
    const redis = node === null || channel.place === null ? null : connect(channel.place, node);
    if (redis?.status !== 'ready') return; // `ready` subscribes
    const name = toWire(channel.name) as string | Buffer;
    channel.asking = true;
    // Refused, cut off or on another node: not live, so its waiters retry by TTL and call `retry`.
    const asked = channel.sharded ? redis.ssubscribe(name) : redis.subscribe(name);
    asked.then(
      () => {
        channel.asking = false;
        if (channels.get(idOf(channel.name, kindOf(channel))) === channel) bump(channel, true);
      },
      () => {
        channel.asking = false;
      },
    );
  }

  /**
   * A connection receives one kind of channel: with both kinds on one, ioredis takes the end of the last of one kind for
   * the end of all.
   */
  function placeOf(channel: Channel, node: string): string {
    return places.owned ? `${kindOf(channel)} ${node}` : node;
  }

  function leave(channel: Channel): void {
    const id = idOf(channel.name, kindOf(channel));
    channel.users--;
    if (channel.users > 0 || channels.get(id) !== channel) return;
    channels.delete(id);
    const redis = channel.place === null ? undefined : open.get(channel.place)?.redis;
    // Not connected means not subscribed; a refused command leaves a subscription that wakes no waiter.
    if (redis?.status !== 'ready') return;
    const name = toWire(channel.name) as string | Buffer;
    const left = channel.sharded ? redis.sunsubscribe(name) : redis.unsubscribe(name);
    left.catch(() => {});
  }

  async function end(): Promise<void> {
    const ended = [...open.values()].map(({ redis, stop }) => {
      stop();
      return places.owned ? disconnected(redis) : undefined;
    });
    open.clear();
    for (const channel of [...channels.values()]) bump(channel, false);
    await Promise.all(ended);
  }

  return {
    subscribe(name, kind = 'classic', slotOf = name) {
      const id = idOf(name, kind);
      const sharded = kind === 'sharded';
      const fresh = {
        place: null,
        live: false,
        asking: false,
        version: 0,
        heard: 0,
        users: 0,
        wakes: new Set<() => void>(),
      };
      const channel = channels.get(id) ?? { name, slotOf, sharded, ...fresh };
      channel.users++;
      channels.set(id, channel);
      ask(channel);
      let left = false;
      return {
        live: () => channel.live,
        version: () => channel.version,
        heard: () => channel.heard,
        listen(wake) {
          channel.wakes.add(wake);
          return () => channel.wakes.delete(wake);
        },
        retry: () => ask(channel),
        close() {
          if (!left) leave(channel);
          left = true;
        },
      };
    },
    end,
    close() {
      channels.clear();
      return end();
    },
  };
}

function idOf(name: ByteString, kind: ChannelKind): string {
  return `${kind}:${name}`;
}

function kindOf({ sharded }: Channel): ChannelKind {
  return sharded ? 'sharded' : 'classic';
}

async function disconnected(redis: Redis): Promise<void> {
  const hasSocket = ['connecting', 'connect', 'ready'].includes(redis.status);
  const ended = new Promise<void>((resolve) => redis.once('end', () => resolve()));
  redis.disconnect(); // destroys a socket that does not end within ioredis' disconnectTimeout
  if (hasSocket) await ended;
}
