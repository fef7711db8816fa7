import { verdictOf } from '@/components/lock-parts/holder-verdict';
import type { Preview } from '@/lib/contract/actions';
import { isOfHold } from '@/lib/domain/actions/hold-choice';

/**
 * Whether a quarantine is chosen before the operator chooses: it can be done, and nothing shows whether the holder lives. Not
 * of a key whose hold has more of them, which would stay held. Pure.
 */
export function isQuarantineFirst({
  lock,
  holder,
  hold,
}: Pick<Preview, 'lock' | 'holder' | 'hold'>): boolean {
  const isAlone = !hold?.parts.some(isOfHold);
  return lock.actions.quarantine && isAlone && verdictOf({ lock, holder }) === 'unknown';
}
