import { noTtlEvidence } from '../domain/holders/evidence';
import { found, type LockRule, notFound } from './core/lock-rule';

/** A deadline in the value replaces the TTL: such locks have none by design. A lock without holders may stay. */
export const noTtl: LockRule<'no-ttl'> = {
  code: 'no-ttl',
  severity: 'at-risk',
  detect({ facts }) {
    const { holders, ttlMs, valueDeadlineMs, atMs } = facts.reading;
    if (holders.length === 0 || ttlMs !== 'none' || valueDeadlineMs !== null) return notFound();
    return found({ sinceMs: facts.since?.atMs ?? facts.firstSeenMs, evidence: [noTtlEvidence(atMs)] });
  },
};
