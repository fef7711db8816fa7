import type { Holder } from '../../contract/holder';
import { mayRepeat } from '../../domain/actions/may-repeat';

/** Why an act may reach another hold than the one that was seen, as a consequence of the act. */
export type Indistinguishable = 'successor-indistinguishable' | 'next-hold-indistinguishable';

/**
 * What cannot be told apart: a value that everybody writes from a successor's, also where changes are reported, since one
 * may begin in the moment of the act; a holder's token from that of its next hold where nobody reports the end of a hold
 * (`areEndsReported`). null = the token and what is reported prove the hold.
 */
export function indistinguishable(
  holder: Pick<Holder, 'tokenUnique' | 'tokenReused'>,
  areEndsReported: boolean,
): Indistinguishable | null {
  if (!mayRepeat(holder)) return null;
  if (!holder.tokenUnique) return 'successor-indistinguishable';
  return areEndsReported ? null : 'next-hold-indistinguishable';
}
