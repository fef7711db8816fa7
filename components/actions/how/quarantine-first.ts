import { verdictOf } from '@/components/lock-parts/holder-verdict';
import type { Preview } from '@/lib/contract/actions';

/**
 * Whether a quarantine is chosen before the operator chooses: it can be done, and nothing shows whether the holder lives. Not
 * where the token is on other keys, which would stay held: those are chosen first, and only a release names them. Pure.
 */
export function isQuarantineFirst({
  lock,
  holder,
  hold,
}: Pick<Preview, 'lock' | 'holder' | 'hold'>): boolean {
  return lock.actions.quarantine && !hold && verdictOf({ lock, holder }) === 'unknown';
}
