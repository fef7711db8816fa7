import type { ByteString } from './bytes';
import { isForcedKey } from './forced';
import { processIdOfKey } from './process-record';

/** Whether a key is one that our own client and console keep beside locks: never a lock, whatever a pattern says. */
export function isInternalKey(key: ByteString): boolean {
  return processIdOfKey(key) !== null || isForcedKey(key);
}
