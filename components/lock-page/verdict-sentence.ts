import { shownLife } from '@/components/lock-parts/holder-life';
import type { Lock } from '@/lib/contract/lock';
import { lives } from '@/lib/domain/holders/judge-holder';
import { isSome } from '@/lib/domain/values/counted';
import type { Sentence } from './sentence';
import { sharedConsequenceOf, sharedHeadlineOf } from './shared-sentence';
import { votesConsequenceOf, votesHeadlineOf } from './votes-sentence';
import { waiterCountsOf, waitingCodeOf } from './waiting-words';

type Parts = Pick<
  Lock,
  | 'kind'
  | 'state'
  | 'reason'
  | 'waiters'
  | 'holders'
  | 'permits'
  | 'votes'
  | 'renewal'
  | 'expiresAtMs'
  | 'valueDeadlineMs'
  | 'actions'
>;

/** What is the matter with a lock, in one sentence. Pure. */
export function headlineOf(lock: Parts): Sentence {
  const { state, reason, waiters, holders, renewal } = lock;
  const waiting = waitingCodeOf(waiters);
  const values = waiterCountsOf(waiters);
  const voted = votesHeadlineOf(lock);
  if (voted) return voted;
  if (state === 'unknown') return { code: 'silent', values: {} };
  if (state === 'lost') return { code: 'lost', values: {} };
  const shared = sharedHeadlineOf(lock);
  if (shared) return shared;
  if (state === 'free') return { code: reason.code === 'lapsed' ? 'lapsed' : 'released', values: {} };
  switch (reason.code) {
    case 'no-ttl':
      return { code: `noTtl.${waiting}`, values };
    case 'expired-by-value':
      return { code: `expired.${waiting}`, values };
    case 'holder-gone':
      return {
        code: `${shownLife({ holders }) === 'ended' ? 'ended' : 'gone'}.${waiting}`,
        values,
      };
    case 'renewal-late': {
      const isAlive = holders.some(({ verdict }) => lives(verdict));
      return { code: `${isAlive ? 'lateAlive' : 'late'}.${waiting}`, values };
    }
    case 'renewal-missed':
      return { code: `missed.${waiting}`, values };
    case 'overstaying':
      return { code: `overstaying.${waiting}`, values };
    case 'zombie-reader':
      return { code: `zombie.${waiting}`, values };
    case 'key-collision':
      return { code: `collision.${waiting}`, values };
    case 'deadlock':
    case 'wait-cycle':
      return { code: reason.code === 'deadlock' ? 'deadlock' : 'waitCycle', values: {} };
    case 'due':
      return { code: 'due', values: {} };
  }
  if (holders.some(({ quarantine }) => quarantine)) return { code: `quarantined.${waiting}`, values };
  const isAlive = holders.some(({ verdict }) => lives(verdict));
  const renews = renewal.count > 0 && (isAlive || waiting === 'waited');
  const how = renews ? 'renewing' : isAlive ? 'alive' : 'still';
  return { code: `${HELD[waiting]}.${how}`, values };
}

const HELD = { waited: 'contended', alone: 'held', unknown: 'heldUnknown' } as const;

/** What follows from it. `at` names the value that is a moment. */
export function consequenceOf(lock: Parts): Sentence & { atMs: number | null } {
  const { state, reason, expiresAtMs, valueDeadlineMs, waiters, renewal } = lock;
  const released = lock.actions.release ? 'releasable' : 'stuck';
  const voted = votesConsequenceOf(lock);
  if (voted) return voted;
  if (state === 'unknown') return { code: 'silent', values: {}, atMs: null };
  const shared = state === 'lost' ? null : sharedConsequenceOf(lock);
  if (shared) return shared;
  if (state === 'free' || state === 'lost') return { code: 'free', values: {}, atMs: null };
  if (reason.code === 'due') return { code: 'due', values: {}, atMs: null };
  if (valueDeadlineMs !== null && expiresAtMs === 'none') {
    const code = reason.code === 'expired-by-value' ? 'takeover' : 'valueDeadline';
    return { code, values: {}, atMs: code === 'takeover' ? null : valueDeadlineMs };
  }
  if (expiresAtMs === 'none') return { code: `never.${released}`, values: {}, atMs: null };
  if (expiresAtMs === null) return { code: 'silent', values: {}, atMs: null };
  const isRenewed = renewal.count > 0 && reason.code !== 'renewal-late' && reason.code !== 'holder-gone';
  if (reason.code === 'overstaying') return { code: `overstaying.${released}`, values: {}, atMs: null };
  if (isRenewed) return { code: isSome(waiters.count) ? 'renewedWaited' : 'renewed', values: {}, atMs: null };
  return { code: `until.${released}`, values: {}, atMs: expiresAtMs };
}
