import type { LockId } from '../../domain/keys/lock-id';
import type { RecordedLease } from '../../domain/locks/lock-facts';
import type { OpenSpans } from '../archive/archive-types';
import type { SpanWrite } from '../database/batch';
import { isCut } from './holders';

/**
 * The leases of holds that an earlier watch left open and saw begin, and of which it wrote down no renewal or extension, where
 * one has the lock alone. Whether they were set anew since is for whoever reads the lock now to find out. Pure.
 */
export function recordedLeases(
  { spans }: Pick<OpenSpans, 'spans'>,
  nowMs: number,
): Map<LockId, RecordedLease> {
  const leases = new Map<LockId, RecordedLease | null>();
  for (const span of spans) leases.set(span.lock, leases.has(span.lock) ? null : leaseOf(span, nowMs));
  return new Map([...leases].flatMap(([lock, lease]) => (lease ? [[lock, lease] as const] : [])));
}

function leaseOf(span: SpanWrite, nowMs: number): RecordedLease | null {
  const { token, mode, from_ms: fromMs, from_known, lease_ms: leaseMs, no_ttl, renewals, extensions } = span;
  if (from_known !== 'seen' || mode !== 'exclusive' || token === '' || isCut(token)) return null;
  if (leaseMs === null || no_ttl !== 0 || renewals > 0 || extensions > 0) return null;
  return fromMs + leaseMs > nowMs ? { token, fromMs, leaseMs } : null;
}
