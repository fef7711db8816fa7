import type { ByteString } from '../../domain/keys/bytes';
import type { Registry } from '../../formats/index';
import { toLockError } from '../../reads/redis-errors';
import type { AnyRedis } from '../../redis/connection';
import { subscribersOf } from '../../redis/subscribers';

/**
 * Clients subscribed to the release channel of a key: its waiters. PUBLISH itself counts pattern subscribers too, such as
 * this console. null = the format has no channel, or Redis does not say. Throws `node-down` and `timed-out`.
 */
export async function countSubscribers(
  redis: AnyRedis,
  { channelOf }: Pick<Registry, 'channelOf'>,
  formatId: string,
  key: ByteString,
): Promise<number | null> {
  const channel = channelOf(formatId, key);
  if (channel === undefined) return null;
  try {
    const { classic, sharded } = await subscribersOf(redis, channel);
    return classic + sharded;
  } catch (error) {
    const failure = toLockError(error, 'reading');
    if (failure.code === 'denied' || failure.code === 'unexpected-reply') return null;
    throw failure;
  }
}
