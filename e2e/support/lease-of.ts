import type { WaitOptions } from '../../lib/locks';
import type { AnyLease, AnyLock } from '../../lib/locks/faults/kinds';

/** Starts a wait for a lock that another has, and resolves when it listens on the release channel. */
export async function startWaiting(
  client: AnyLock,
  key: string,
  options: Omit<WaitOptions, 'onWaiting'>,
): Promise<{ lease: Promise<AnyLease> }> {
  return new Promise((resolve, reject) => {
    const lease = client.acquire(key, { ...options, onWaiting: () => resolve({ lease }) });
    lease.then(() => reject(new Error('the lock was free')), reject);
  });
}

/** The lease of a lock that must be free. */
export async function taken(
  client: AnyLock,
  key: string,
  options: { leaseMs?: number; watchdog?: boolean } = {},
): Promise<AnyLease> {
  const lease = await client.tryAcquire(key, options);
  if (!lease) throw new Error(`"${key}" is held by another`);
  return lease;
}
