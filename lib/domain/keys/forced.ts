import type { ByteString } from './bytes';
import { derivedName } from './redisson-names';

const PREFIX = 'lockscope_forced';

/**
 * Key that remembers, for a minute (`includes/remember-force.lua`), that this holder of the lock `key` was freed by force:
 * it asks when its next renewal or release fails. In the lock's slot.
 */
export function forcedKeyOf(key: ByteString, token: ByteString): ByteString {
  return `${derivedName(PREFIX, key)}:${token}`;
}

/** Whether a key is one of `forcedKeyOf`: ours, and no lock. */
export function isForcedKey(key: ByteString): boolean {
  return key.startsWith(`${PREFIX}:`);
}
