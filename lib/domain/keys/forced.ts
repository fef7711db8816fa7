import type { ByteString } from './bytes';
import { derivedName } from './redisson-names';

const PREFIX = 'lockscope_forced';

/**
 * Key that records for one minute (`includes/remember-force.lua`) that this holder's lock `key` was released by force.
 * The holder's client reads it when its next renewal or release fails. In the slot of the lock.
 */
export function forcedKeyOf(key: ByteString, token: ByteString): ByteString {
  return `${derivedName(PREFIX, key)}:${token}`;
}

/** Whether `forcedKeyOf` made the key: ours, and not a lock. */
export function isForcedKey(key: ByteString): boolean {
  return key.startsWith(`${PREFIX}:`);
}
