import { verdictOf } from '@/components/lock-parts/holder-verdict';
import type { LockAction } from '@/lib/contract/action-codes';
import type { Preview } from '@/lib/contract/actions';
import { countOf } from '@/lib/domain/values/counted';
import { typedLease, typedQuarantine } from '../typed-lease';
import type { Draft } from './draft';

/** The price of a choice: for those who wait, or for the work. `longerMs` = the time that it adds. */
export type Price =
  | { code: 'twoMayWork' | 'nobodyLonger' | 'nobodyWaits' | 'noEffect' | 'undone' }
  | { code: 'whoWaits' | 'whoWaitsUpTo'; longerMs: number }
  | { code: 'wait' | 'waitUpTo'; longerMs: number; count: number };

type Of = Pick<Preview, 'lock' | 'holder'>;

/** Whether a watchdog of the holder was seen to set its own lease again, and lives. Pure. */
export function isRenewedByItself({ lock, holder }: Of): boolean {
  return lock.renewal.periodMs !== null && verdictOf({ lock, holder }) === 'alive';
}

/** Price of an action on a holder; null = it has none, or its time is not known yet. Pure. */
export function priceOf(action: LockAction, of: Of, draft: Draft): Price | null {
  if (action === 'release') return { code: verdictOf(of) === 'gone' ? 'nobodyLonger' : 'twoMayWork' };
  if (action === 'quarantine') {
    const longerMs = typedQuarantine(draft.quarantine);
    return longerMs === null ? null : waiting(of, longerMs, { is: 'wait', unknown: 'whoWaits' });
  }
  const leaseMs = typedLease(draft.lease);
  const ttlMs = of.holder.ttlMs ?? of.lock.ttlMs;
  if (leaseMs === null || typeof ttlMs !== 'number') return null;
  if (isRenewedByItself(of)) return { code: 'undone' };
  const longerMs = leaseMs - ttlMs;
  if (longerMs <= 0) return { code: 'noEffect' };
  return waiting(of, longerMs, { is: 'waitUpTo', unknown: 'whoWaitsUpTo' });
}

type Codes = { is: 'wait' | 'waitUpTo'; unknown: 'whoWaits' | 'whoWaitsUpTo' };

function waiting({ lock }: Of, longerMs: number, { is, unknown }: Codes): Price {
  const waiters = countOf(lock.waiters.count);
  if (!waiters.known) return { code: unknown, longerMs };
  return waiters.count === 0 ? { code: 'nobodyWaits' } : { code: is, longerMs, count: waiters.count };
}
