import type { ByteString } from '../../domain/keys/bytes';
import { toWire } from '../../redis/run-script';

/** Events that may change what a lock is, of Redis 2.8 to 8; others, such as a key that was asked for and missed, do not. */
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

/** Gives a TTL to what another event of the same command has written. */
const SET_TTL = 'expire';

/** Where a server tells of changes in one database, and what a message there says. */
export type KeyspaceChannels = {
  /** Channels to subscribe to where events are told by their names: one each, so that the server compares no patterns. */
  readonly byEvent: readonly string[];
  /** Patterns where they are told by the names of keys: the server leaves out what has none of the prefixes. */
  readonly byKey: readonly (string | Buffer)[];
  /** In which way this channel tells; null = it is none of them. */
  wayOf(channel: ByteString): 'byEvent' | 'byKey' | null;
  /** The changed key that a message tells; null = none with these prefixes, or nothing that changes a lock. */
  changeOf(channel: ByteString, message: ByteString): { key: ByteString; onlyTtl: boolean } | null;
};

/** `prefixes` = those of the keys that matter, none of which begins another; [] = all keys. Pure. */
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
      return { key, onlyTtl: event === SET_TTL };
    },
  };
}

/** A glob that matches this text and nothing else. */
function literally(text: ByteString): string {
  return text.replace(/[\\*?[\]]/g, '\\$&');
}
