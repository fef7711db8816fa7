import { isLockError } from '../index';
import type { AnyLease } from './kinds';

/** Errors of Redis and of ioredis by which a caller can tell what happened, by the start of their message. */
const NAMED = [
  /^(READONLY|LOADING|MASTERDOWN|NOREPLICAS|NOPERM|OOM|CLUSTERDOWN|TRYAGAIN|MOVED|ASK|UNBLOCKED) /,
  /^Connection is closed\.$/,
  /^Reached the max retries per request limit/,
  /^Too many Cluster redirections\./,
  /^Cluster isn't ready/,
  /^All sentinels are unreachable/,
  /^connect E/,
];

/** Those failures whose error says what happened: a LockError, or one of Redis or of the connection. */
export function namedErrors<F extends { error: unknown }>(failures: readonly F[]): F[] {
  return failures.filter(
    ({ error }) =>
      isLockError(error) || (error instanceof Error && NAMED.some((name) => name.test(error.message))),
  );
}

/** How a wait ended: with a lease, which is given back, or with an error. */
export async function endOf(waiter: Promise<AnyLease>): Promise<{ error: unknown }> {
  try {
    const lease = await waiter;
    await lease.release();
    return { error: null };
  } catch (error) {
    return { error };
  }
}
