import type { Redis } from 'ioredis';
import type { ByteString } from '../domain/keys/bytes';
import { escapeGlob } from '../domain/keys/glob';
import { together } from '../domain/values/together';
import { type AnyRedis, serversOf } from './connection';
import { toWire } from './run-script';

/** Subscribers of a channel, classic and sharded; pattern subscriptions do not count. */
export type Subscribers = { classic: number; sharded: number };

const counting = new WeakMap<Redis, (channel: ByteString) => Promise<Subscribers>>();

/**
 * Counts the present subscribers of a channel, on every server of a cluster. A server without sharded pub/sub (before 7.0)
 * counts 0 of those. Throws Redis' own errors, also NOPERM for the sharded ones alone, because their number is then
 * unknown.
 */
export async function subscribersOf(redis: AnyRedis, channel: ByteString): Promise<Subscribers> {
  const counts = await Promise.all(serversOf(redis).map((server) => countingOn(server)(channel)));
  return {
    classic: counts.reduce((sum, { classic }) => sum + classic, 0),
    sharded: counts.reduce((sum, { sharded }) => sum + sharded, 0),
  };
}

/** Channels that are asked for at the same moment share the two commands. */
function countingOn(server: Redis): (channel: ByteString) => Promise<Subscribers> {
  const known = counting.get(server);
  if (known) return known;
  const made = together((channels: readonly ByteString[]) => subscribersOn(server, channels));
  counting.set(server, made);
  return made;
}

async function subscribersOn(redis: Redis, channels: readonly ByteString[]): Promise<Subscribers[]> {
  const sharded = count(redis, 'SHARDNUMSUB', channels).catch((error) => {
    const isUnknownCommand =
      error instanceof Error && error.name === 'ReplyError' && !error.message.startsWith('NOPERM');
    if (isUnknownCommand) return channels.map(() => 0);
    throw error;
  });
  const counts = await Promise.all([count(redis, 'NUMSUB', channels), sharded]);
  return channels.map((_, at) => ({ classic: counts[0][at] ?? 0, sharded: counts[1][at] ?? 0 }));
}

/** Whether a sharded subscription exists on a channel whose name has this prefix. Throws Redis' own errors. */
export async function anyShardedUnder(redis: AnyRedis, start: ByteString): Promise<boolean> {
  const pattern = toWire(`${escapeGlob(start)}*`);
  const replies = await Promise.all(
    serversOf(redis).map((server) => server.call('PUBSUB', 'SHARDCHANNELS', pattern)),
  );
  return replies.some((reply) => Array.isArray(reply) && reply.length > 0);
}

/** Each reply is a list of names and counts by turns, in the order of the channels. */
async function count(redis: Redis, how: string, channels: readonly ByteString[]): Promise<number[]> {
  const reply = await redis.call('PUBSUB', how, ...channels.map(toWire));
  return channels.map((_, at) => {
    const found = Array.isArray(reply) ? Number(reply[at * 2 + 1]) : Number.NaN;
    return Number.isInteger(found) ? found : 0;
  });
}
