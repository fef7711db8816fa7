import type { Lock } from '../../domain/lock';
import { asUnread } from '../../domain/locks/unread';

/** A lock of which nothing is heard any more: as last known, in state `unknown`. */
export function unheard(lock: Lock): Lock {
  return asUnread(lock, { code: 'node-silent', values: {} });
}
