import type { ByteString } from '../../domain/keys/bytes';
import { isLockError } from '../../domain/values/lock-error';
import { type AcquireEvent, lockEvents } from './events';
import type { Lease } from './lease/lease';
import { monotonicMs } from './timers';

type Run<L> = (count: () => void) => Promise<L | null>;

/** Runs one acquisition, counts its attempts and publishes its outcome on `lockscope:acquire`. */
export function telling<L extends Pick<Lease, 'token'>>(
  kind: string,
  key: ByteString,
  run: Run<L>,
): Promise<L | null> {
  return lockEvents.acquire.hasSubscribers ? tell(kind, key, run) : run(() => {});
}

async function tell<L extends Pick<Lease, 'token'>>(
  kind: string,
  key: ByteString,
  run: Run<L>,
): Promise<L | null> {
  const startedMs = monotonicMs();
  let attempts = 0;
  const publish = (outcome: AcquireEvent['outcome'], token: string, error?: unknown) => {
    const waitedMs = monotonicMs() - startedMs;
    lockEvents.acquire.publish({ kind, key, token, outcome, waitedMs, attempts, error });
  };
  try {
    const lease = await run(() => attempts++);
    publish(lease ? 'acquired' : 'busy', lease?.token ?? '');
    return lease;
  } catch (error) {
    publish(outcomeOf(error), '', error);
    throw error;
  }
}

function outcomeOf(error: unknown): AcquireEvent['outcome'] {
  if (!isLockError(error)) return 'error';
  const { code } = error;
  return code === 'wait-timeout' || code === 'timed-out' || code === 'aborted' ? code : 'error';
}
