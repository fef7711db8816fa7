import { tellingLife } from '@/components/lock-parts/holder-life';
import type { Lock } from '@/lib/domain/lock';
import { sharedConsequenceOf, sharedHeadlineOf } from './shared-sentence';
import { votesConsequenceOf, votesHeadlineOf } from './votes-sentence';

export type Sentence = {
  /** Name under `verdict.` in the catalogue. */
  code: string;
  values: Record<string, string | number>;
};

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
  const count = waiters.count ?? 0;
  const waiting = count > 0 ? 'waited' : 'alone';
  const voted = votesHeadlineOf(lock);
  if (voted) return voted;
  if (state === 'unknown') return { code: 'silent', values: {} };
  if (state === 'lost') return { code: 'lost', values: {} };
  const shared = sharedHeadlineOf(lock);
  if (shared) return shared;
  if (state === 'free') return { code: reason.code === 'lapsed' ? 'lapsed' : 'released', values: {} };
  switch (reason.code) {
    case 'no-ttl':
      return { code: `noTtl.${waiting}`, values: { count } };
    case 'expired-by-value':
      return { code: `expired.${waiting}`, values: { count } };
    case 'holder-gone':
      return {
        code: `${tellingLife({ holders }) === 'ended' ? 'ended' : 'gone'}.${waiting}`,
        values: { count },
      };
    case 'renewal-late': {
      const isAlive = holders.some(({ verdict }) => verdict === 'alive');
      return { code: `${isAlive ? 'lateAlive' : 'late'}.${waiting}`, values: { count } };
    }
    case 'renewal-missed':
      return { code: `missed.${waiting}`, values: { count } };
    case 'key-collision':
      return { code: `collision.${waiting}`, values: { count } };
    case 'deadlock':
    case 'wait-cycle':
      return { code: reason.code === 'deadlock' ? 'deadlock' : 'waitCycle', values: {} };
    case 'due':
      return { code: 'due', values: {} };
  }
  const isAlive = holders.some(({ verdict }) => verdict === 'alive');
  if (count > 0) {
    const how = renewal.count > 0 ? 'renewing' : isAlive ? 'alive' : 'still';
    return { code: `contended.${how}`, values: { count } };
  }
  const how = isAlive ? (renewal.count > 0 ? 'renewing' : 'alive') : 'still';
  return { code: `held.${how}`, values: {} };
}

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
  if (isRenewed) return { code: waiters.count ? 'renewedWaited' : 'renewed', values: {}, atMs: null };
  return { code: `until.${released}`, values: {}, atMs: expiresAtMs };
}
