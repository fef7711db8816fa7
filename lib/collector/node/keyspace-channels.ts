import type { ByteString } from '../../domain/keys/bytes';
import { toWire } from '../../redis/run-script';

/** Events of Redis 2.8 to 8 that may change a lock; others, such as a key miss, do not. */
const LOCK_EVENTS = [
  ...['del', 'expire', 'persist', 'expired', 'evicted', 'restore', 'copy_to'],
  ...['rename_from', 'rename_to', 'move_from', 'move_to'],
  ...['set', 'setrange', 'setbit', 'append', 'incrby', 'incrbyfloat'],
  ...['hset', 'hdel', 'hincrby', 'hincrbyfloat', 'hexpire', 'hpersist', 'hexpired'],
  ...['zadd', 'zincr', 'zrem', 'zpopmin', 'zpopmax', 'zrangestore'],
  ...['zremrangebyscore', 'zremrangebyrank', 'zremrangebylex', 'zrembyscore', 'zrembyrank', 'zrembylex'],
  ...['zunionstore', 'zinterstore', 'zdiffstore', 'georadiusstore', 'geosearchstore'],
  ...['lpush', 'rpush', 'lpop', 'rpop', 'linsert', 'lset', 'lrem', 'ltrim', 'sortstore'],
  ...['sadd', 'srem', 'spop', 'sunionstore', 'sinterstore', 'sdiffstore'],
];
const CHANGES: ReadonlySet<string> = new Set(LOCK_EVENTS);

/** Sets a TTL on a key that another event of the same command reports as written. */
const SET_TTL = 'expire';

/** The notification channels of one database, and how to read their messages. */
type KeyspaceChannels = {
  /** Keyevent channels to subscribe to: one per event, so that the server matches no patterns. */
  readonly byEvent: readonly string[];
  /** Keyspace patterns to subscribe to: the server leaves out keys without one of the prefixes. */
  readonly byKey: readonly (string | Buffer)[];
  /** Which of the two this channel is; null = neither. */
  wayOf(channel: ByteString): 'byEvent' | 'byKey' | null;
  /** What a message reports; null = no key with these prefixes, or an event that changes no lock. */
  changeOf(channel: ByteString, message: ByteString): KeyChange | null;
};

/** A keyspace event: its name, and the key that it is of. `onlyTtl` = it only sets a TTL. */
export type KeyChange = { event: string; key: ByteString; onlyTtl: boolean };

/** `prefixes` = prefixes of the relevant keys, without overlap; [] = all keys. Pure. */
export function keyspaceChannels(db: number, prefixes: readonly ByteString[]): KeyspaceChannels {
  const [events, keys] = [`__keyevent@${db}__:`, `__keyspace@${db}__:`];
  const patterns = prefixes.length > 0 ? prefixes.map((prefix) => `${literally(prefix)}*`) : ['*'];
  return {
    byEvent: LOCK_EVENTS.map((name) => events + name),
    byKey: patterns.map((pattern) => toWire(keys + pattern) as string | Buffer),
    wayOf: (channel) => (channel.startsWith(events) ? 'byEvent' : channel.startsWith(keys) ? 'byKey' : null),
    changeOf(channel, message) {
      const named = channel.startsWith(keys);
      const key = named ? channel.slice(keys.length) : message;
      const event = named ? message : channel.slice(events.length);
      if (!CHANGES.has(event)) return null;
      if (prefixes.length > 0 && !prefixes.some((prefix) => key.startsWith(prefix))) return null;
      return { event, key, onlyTtl: event === SET_TTL };
    },
  };
}

/** A glob that matches this text and nothing else. */
function literally(text: ByteString): string {
  return text.replace(/[\\*?[\]]/g, '\\$&');
}
