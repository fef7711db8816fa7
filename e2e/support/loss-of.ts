import { setTimeout as sleep } from 'node:timers/promises';
import type { AnyLease } from '../../lib/locks/faults/kinds';

const GRACE_MS = 50;

/**
 * Waits until the signal of a lease aborts and gives its reason. Throws when the lease has ended and its signal did not
 * say so: a timer of ours that was due later fires, one of the lease's does not, however late both are.
 */
export async function lossOf(lease: AnyLease): Promise<unknown> {
  for (;;) {
    const leftMs = lease.expiresAtMs + GRACE_MS - Date.now();
    if (leftMs > 0) await sleep(Math.min(leftMs, 20));
    else await sleep(1);
    if (lease.signal.aborted) return lease.signal.reason;
    if (leftMs <= 0 && lease.expiresAtMs + GRACE_MS <= Date.now())
      throw new Error('the lease ended and its signal is silent');
  }
}
