import type { LockKind } from '../../contract/codes';
import type { Recognised } from '../../formats/index';
import type { HoldType } from './hold-events';

/** Kinds with one holder at a time, who has the lock for as long as its key exists. */
const ONE_HOLDER: ReadonlySet<LockKind> = new Set<LockKind>([
  ...(['mutex', 'reentrant', 'fair', 'fenced', 'job', 'timestamp', 'plain'] as const),
]);
/** Hashes that exist for as long as their one holder has the lock. */
const HASHES: ReadonlySet<string> = new Set(['redisson-lock', 'redisson-fair-lock', 'redisson-fenced-lock']);

/**
 * The type of key whose events distinguish the holds of such a lock; null = readings alone do: several may hold it, its
 * value says when it ends, it spans several keys, or it may be no lock at all.
 */
export function holdTypeOf({ format, decoded, isOnlyPossible, sight }: Recognised): HoldType | null {
  if (isOnlyPossible || sight.raw.type === 'none' || !ONE_HOLDER.has(format.kind)) return null;
  if (sight.raw.type === 'hash') return HASHES.has(format.id) ? 'hash' : null;
  const isOne = decoded.holders.length === 1 && decoded.permits === undefined;
  return isOne && decoded.valueDeadlineMs === null && !format.companions?.always ? 'string' : null;
}
