import { found, type LockRule, notFound } from './core/lock-rule';

/** Another holder may write the same value. */
export const identifiesNobody: LockRule<'identifies-nobody'> = {
  code: 'identifies-nobody',
  severity: 'info',
  detect({ facts: { reading, since, firstSeenMs } }) {
    const names = reading.valueDeadlineMs !== null || reading.holders.every(({ tokenUnique }) => tokenUnique);
    return names ? notFound() : found({ sinceMs: since?.atMs ?? firstSeenMs, evidence: [] });
  },
};
