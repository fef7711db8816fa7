import type { ByteString } from '../domain/keys/bytes';
import { escapeGlob } from '../domain/keys/glob';
import { type AnyRedis, serversOf } from './connection';
import { toWire } from './run-script';

/** Subscribers of a channel, classic and sharded; pattern subscriptions do not count. */
export type Subscribers = { classic: number; sharded: number };

/**
 * Counts the present subscribers of a channel, on every server of a cluster. A server without sharded pub/sub (before 7.0)
 * counts 0 of those. Throws Redis' own errors, also NOPERM for the sharded ones alone, because their number is then
 * unknown.
 */
export async function subscribersOf(redis: AnyRedis, channel: ByteString): Promise<Subscribers> {
  const counts = await Promise.all(serversOf(redis).map((server) => subscribersOn(server, channel)));
  return {
    classic: counts.reduce((sum, { classic }) => sum + classic, 0),
    sharded: counts.reduce((sum, { sharded }) => sum + sharded, 0),
  };
}

async function subscribersOn(redis: AnyRedis, channel: ByteString): Promise<Subscribers> {
  const sharded = count(redis, 'SHARDNUMSUB', channel).catch((error) => {
    const isUnknownCommand =
      error instanceof Error && error.name === 'ReplyError' && !error.message.startsWith('NOPERM');
    if (isUnknownCommand) return 0;
    throw error;
  });
  const [classic, shardedCount] = await Promise.all([count(redis, 'NUMSUB', channel), sharded]);
  return { classic, sharded: shardedCount };
}

/** Whether a sharded subscription exists on a channel whose name has this prefix. Throws Redis' own errors. */
export async function anyShardedUnder(redis: AnyRedis, start: ByteString): Promise<boolean> {
  const pattern = toWire(`${escapeGlob(start)}*`);
  const replies = await Promise.all(
    serversOf(redis).map((server) => server.call('PUBSUB', 'SHARDCHANNELS', pattern)),
  );
  return replies.some((reply) => Array.isArray(reply) && reply.length > 0);
}

async function count(redis: AnyRedis, how: string, channel: ByteString): Promise<number> {
  const reply = await redis.call('PUBSUB', how, toWire(channel));
  const found = Array.isArray(reply) ? Number(reply[1]) : Number.NaN;
  return Number.isInteger(found) ? found : 0;
}
