import type { ByteString } from './bytes';
import { derivedName } from './redisson-names';

/** How long it is remembered whose lock was freed by force, ms: a holder asks when its next renewal or release fails. */
export const FORCED_MS = 60_000;

/** Key that remembers, for `FORCED_MS`, the token whose lock `key` was freed by force. */
export function forcedKeyOf(key: ByteString): ByteString {
  return derivedName('lockscope_forced', key);
}
