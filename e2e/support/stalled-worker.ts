import { Redis } from 'ioredis';
import { isLockError } from '../../lib/domain/values/lock-error';
import { createMutex } from '../../lib/locks/kinds/mutex';
import { createReentrant } from '../../lib/locks/kinds/reentrant';

/** A process that holds a lock until it loses it (`hold`), or waits for it and holds it for a moment (`follow`). */
export type StalledWork = {
  redisUrl: string;
  key: string;
  kind: 'mutex' | 'reentrant';
  does: 'hold' | 'follow';
};

/** What it writes down. Times are of the monotonic clock, which is one for all processes of a machine. */
export type StallMessage = { key: string } & (
  | { is: 'ready' | 'waits' | 'began' }
  | { is: 'ended'; lost: boolean; release: string; fromNs: bigint; untilNs: bigint }
);

/** It renews three times as often. */
const LEASE_MS = 6_000;
/** By then it should have noticed. */
const NOTICED_MS = 15_000;

const say = (message: StallMessage) => process.send?.(message);

async function work({ redisUrl, key, kind, does }: StalledWork): Promise<void> {
  const redis = new Redis(redisUrl);
  const locks = (kind === 'mutex' ? createMutex : createReentrant)({ redis, leaseMs: LEASE_MS });
  if (does === 'follow') say({ is: 'waits', key });
  const lease = await locks.acquire(key, { waitMs: Number.POSITIVE_INFINITY });
  const fromNs = process.hrtime.bigint();
  if (does === 'hold') {
    say({ is: 'began', key });
    const noticed = AbortSignal.any([lease.signal, AbortSignal.timeout(NOTICED_MS)]);
    await new Promise((resolve) => noticed.addEventListener('abort', resolve));
  }
  const untilNs = process.hrtime.bigint();
  const lost = lease.signal.aborted;
  const release = await lease.release().then(
    () => 'released',
    (error: unknown) => (isLockError(error) ? error.code : String(error)),
  );
  await locks.close();
  redis.disconnect();
  say({ is: 'ended', key, lost, release, fromNs, untilNs });
}

process.on('message', (message) => void work(message as StalledWork));
process.on('disconnect', () => process.exit());
say({ is: 'ready', key: '' });
