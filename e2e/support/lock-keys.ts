import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { type ByteString, bytesOf, fromUint8 } from '../../lib/domain/keys/bytes';

/** A new owner as Redisson writes one. */
export const anOwner = (thread = 1): string => `${randomUUID()}:${thread}`;

/** New names of every kind a lock may have: plain, with a hash tag first or later, unicode, not UTF-8 at all. */
export const hardNames = (): [string, ByteString][] => [
  ['plain', `order:${randomUUID()}`],
  ['{a}:b', `{${randomUUID()}}:lock`],
  ['a:{b}', `app:{${randomUUID()}}`],
  ['unicode', bytesOf(`замок 🔒 ${randomUUID()}`)],
  ['binary', `\xff\x00\r\n\xfe${randomUUID()}`],
];

/** A byte string as ioredis takes it for a key or channel. */
export const bufferOf = (bytes: ByteString): Buffer => Buffer.from(bytes, 'latin1');

/** What a key holds: a string as it is, a list in its order, a hash or zset as an object. */
export type Contents = { value: unknown; ttlMs: number } | null;

const READ: Record<string, readonly (string | number)[]> = {
  string: ['GET'],
  hash: ['HGETALL'],
  list: ['LRANGE', 0, -1],
  zset: ['ZRANGE', 0, -1, 'WITHSCORES'],
};

/** The contents of one key as byte strings; null = absent. */
export async function contentsOf(redis: Redis, key: ByteString): Promise<Contents> {
  const name = bufferOf(key);
  const ttlMs = await redis.pttl(name);
  const type = await redis.type(name);
  const [command, ...range] = READ[type] ?? [];
  if (command === undefined) return null;
  const value = asBytes(await redis.callBuffer(String(command), name, ...range));
  if (!Array.isArray(value) || type === 'list') return { value, ttlMs };
  const flat: unknown[] = value.flat(); // RESP3 has pairs, RESP2 one row
  const fields = flat.flatMap((field, i) => (i % 2 ? [] : [[field, flat[i + 1]] as const]));
  return { value: Object.fromEntries(fields), ttlMs };
}

function asBytes(reply: unknown): unknown {
  if (Array.isArray(reply)) return reply.map(asBytes);
  return Buffer.isBuffer(reply) ? fromUint8(reply) : reply;
}

export type Listener = {
  /** Messages since the last call, in order; all that were sent before this one are there. */
  heard(): Promise<[channel: ByteString, payload: ByteString][]>;
  close(): void;
};

/** A subscriber with a connection of its own. */
export async function listenTo(redis: Redis, channels: readonly ByteString[]): Promise<Listener> {
  const subscriber = redis.duplicate();
  const messages: [ByteString, ByteString][] = [];
  subscriber.on('messageBuffer', (channel: Buffer, payload: Buffer) => {
    messages.push([fromUint8(channel), fromUint8(payload)]);
  });
  await subscriber.subscribe(...channels.map(bufferOf));
  return {
    async heard() {
      await subscriber.ping(); // its reply comes after the messages
      return messages.splice(0);
    },
    close: () => subscriber.disconnect(),
  };
}

/** Runs `work` with a client that may do anything but publish. */
export async function withoutMessages<T>(redis: Redis, work: (limited: Redis) => Promise<T>): Promise<T> {
  const user = `no-channels-${randomUUID()}`;
  await redis.acl('SETUSER', user, 'on', 'nopass', '~*', '+@all', 'resetchannels');
  const limited = redis.duplicate({ username: user, password: 'any' });
  try {
    return await work(limited);
  } finally {
    limited.disconnect();
    await redis.acl('DELUSER', user);
  }
}

/**
 * How two keys differ, null when they do not: values must be the same; scores and TTLs, which clocks make, must be near.
 */
export function difference(one: Contents, other: Contents, toleranceMs = 5_000): string | null {
  const shown = () => `${JSON.stringify(one)} and ${JSON.stringify(other)}`;
  if (!one || !other) return one === other ? null : shown();
  const near = (a: unknown, b: unknown) =>
    a === b || (Number(a) > 1e9 && Math.abs(Number(a) - Number(b)) < toleranceMs);
  if (Math.abs(one.ttlMs - other.ttlMs) >= toleranceMs || one.ttlMs < 0 !== other.ttlMs < 0) return shown();
  const [a, b] = [entries(one.value), entries(other.value)];
  const same =
    a.length === b.length && a.every(([key, value], i) => key === b[i]?.[0] && near(value, b[i]?.[1]));
  return same ? null : shown();
}

function entries(value: unknown): [string, unknown][] {
  if (typeof value !== 'object' || value === null) return [['', value]];
  return Array.isArray(value) ? Object.entries(value) : Object.entries(value).sort();
}
