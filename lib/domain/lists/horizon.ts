import type { Lock } from '../../contract/lock';
import type { HorizonBucket } from '../../contract/overview';
import { isTaken } from '../holders/holders-summary';

const STEPS_MS = [1_000, 5_000, 15_000, 60_000, 300_000];

/**
 * Counts the held locks that expire within each step unless renewed. Each lock counts once, in the first step that
 * contains its deadline. A deadline already passed counts as `1 s`. A lock on a silent node is left out, because its
 * deadline is uncertain.
 */
export function horizonOf(locks: readonly Lock[], nowMs: number): HorizonBucket[] {
  const buckets: HorizonBucket[] = [...STEPS_MS, 'later' as const, 'never' as const].map((upToMs) => ({
    upToMs,
    count: 0,
  }));
  for (const lock of locks) {
    const deadline = lock.valueDeadlineMs ?? lock.expiresAtMs;
    if (deadline === null || lock.state === 'unknown' || lock.state === 'free') continue;
    if (!isTaken(lock)) continue;
    const bucket = buckets.find(({ upToMs }) =>
      deadline === 'none'
        ? upToMs === 'never'
        : upToMs === 'later' || (typeof upToMs === 'number' && deadline - nowMs <= upToMs),
    );
    if (bucket) bucket.count += 1;
  }
  return buckets;
}
