import { NOT_COUNTED } from '../../domain/counted';
import type { Lock } from '../../domain/lock';

/** A lock of which nothing is heard any more: as last known, in state `unknown`. */
export function unheard(lock: Lock): Lock {
  return {
    ...lock,
    state: 'unknown',
    reason: { code: 'node-silent', values: {} },
    holders: lock.holders.map((holder) => ({ ...holder, verdict: 'unknown' })),
    waiters: NOT_COUNTED,
    waiterSeconds: null,
    findings: [],
  };
}
