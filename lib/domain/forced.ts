import type { ByteString } from './bytes';
import { derivedName } from './redisson-names';

/** How long it is remembered whose lock was freed by force, ms: a holder asks when its next renewal or release fails. */
export const FORCED_MS = 60_000;

const PREFIX = 'lockscope_forced';

/** Key that remembers, for `FORCED_MS`, that this holder of the lock `key` was freed by force. In the lock's slot. */
export function forcedKeyOf(key: ByteString, token: ByteString): ByteString {
  return `${derivedName(PREFIX, key)}:${token}`;
}

/** Whether a key is one of `forcedKeyOf`: ours, and no lock. */
export function isForcedKey(key: ByteString): boolean {
  return key.startsWith(`${PREFIX}:`);
}
