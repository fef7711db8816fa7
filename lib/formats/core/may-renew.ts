import { type HealthyFloor, USUAL_FLOOR } from '../../domain/locks/lock-facts';
import type { Recognised } from './registry';

/** Libraries that renew by themselves, always or where they are asked to, and whose bytes are not theirs alone. */
const RENEWING: ReadonlySet<string> = new Set([
  ...['redis-semaphore', 'Bull', 'Spring RedisLockRegistry', 'RedLock.net', 'aioredlock', 'CSRedisCore'],
  ...['FreeRedis', 'lock4j', 'node-redlock', '@sesamecare-oss/redlock', 'redlock-universal'],
  ...['python-redis-lock', '@redis-kit/lock', 'rueidislock', 'Lockscope semaphore'],
]);

/** The floor of a holder of this lock that renews, where it only may: by its format, or as one of the libraries that write the same. */
export function mayRenewOf({ format, sight, alternatives }: Recognised): HealthyFloor | null {
  const { mayRenew } = format;
  const own = typeof mayRenew === 'function' ? mayRenew(sight) : mayRenew;
  if (own) return own;
  return alternatives.some(({ library }) => RENEWING.has(library)) ? USUAL_FLOOR : null;
}
