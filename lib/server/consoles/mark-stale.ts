import type { Lock } from '../../contract/lock';
import { asUnread } from '../../domain/locks/unread';

/** A lock of which nothing is heard any more: as last known, in state `unknown`. */
export function markStale(lock: Lock): Lock {
  return asUnread(lock, { code: 'node-silent', values: {} });
}
