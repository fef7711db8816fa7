import type { ByteString } from './bytes';
import { isForcedKey } from './forced';
import { processIdOfKey } from './process-record';

/** Whether our own client or console keeps the key as a companion of locks: never a lock, whatever a pattern says. */
export function isInternalKey(key: ByteString): boolean {
  return processIdOfKey(key) !== null || isForcedKey(key);
}
