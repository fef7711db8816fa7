import type { ByteString } from '../domain/bytes';
import { isLockError } from '../domain/errors';
import { type AcquireEvent, lockEvents } from './events';
import type { Lease } from './lease';
import { monotonicMs } from './timers';

/** Runs one acquisition, which counts its attempts, and tells `lockscope:acquire` how it ended. */
export async function telling<L extends Pick<Lease, 'token'>>(
  kind: string,
  key: ByteString,
  run: (count: () => void) => Promise<L | null>,
): Promise<L | null> {
  if (!lockEvents.acquire.hasSubscribers) return run(() => {});
  const startedMs = monotonicMs();
  let attempts = 0;
  const tell = (outcome: AcquireEvent['outcome'], token: string, error?: unknown) => {
    const waitedMs = monotonicMs() - startedMs;
    lockEvents.acquire.publish({ kind, key, token, outcome, waitedMs, attempts, error });
  };
  try {
    const lease = await run(() => attempts++);
    tell(lease ? 'acquired' : 'busy', lease?.token ?? '');
    return lease;
  } catch (error) {
    tell(outcomeOf(error), '', error);
    throw error;
  }
}

function outcomeOf(error: unknown): AcquireEvent['outcome'] {
  if (isLockError(error, 'wait-timeout')) return 'wait-timeout';
  return isLockError(error, 'aborted') ? 'aborted' : 'error';
}
