import type { Seen } from '../../contract/actions';
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

/** So long before its reading a hold has to have begun, ms, so that its deadline is none that its next hold could have. */
const SETTLED_MS = 1_000;

/**
 * Whether the deadline that was seen distinguishes this hold from the next one of the same token: the next begins later and ends
 * later, unless it began in the moment of the reading. That is so for an act which allows no later deadline, as that of
 * a run does; whoever consents to a holder that renews has to type the key.
 */
export function isKnownByDeadline({ deadlineMs, readAtMs, acquisition }: Seen): boolean {
  const sinceMs = acquisition?.sinceMs ?? null;
  return deadlineMs !== 'none' && sinceMs !== null && readAtMs - sinceMs >= SETTLED_MS;
}
