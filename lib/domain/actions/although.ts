import { ALTHOUGH, type Although } from '../../contract/action-codes';
import type { Lock } from '../../contract/lock';
import { lives } from '../holders/judge-holder';

/** The holders that it is about, and whether nobody else has the lock: renewals of several are of none of them. */
type Judged = Pick<Lock, 'holders' | 'renewal'> & { isAlone: boolean };

/**
 * What a release of this lock takes consent to. A lock that renews is let go without one only after two reads a renewal
 * period apart saw no renewal: the first is the one that saw the last renewal, or the first of all where none was seen; the
 * second was made at `readAtMs`. null = nothing. Pure.
 */
export function althoughOf(judged: Judged, readAtMs: number): Although | null {
  if (judged.holders.some(({ verdict }) => lives(verdict))) return 'alive';
  const untilMs = renewsUntilMs(judged);
  return untilMs !== null && readAtMs < untilMs ? 'renews' : null;
}

/**
 * Until when a renewal is to be expected of a holder that is not known to live, epoch ms; null = none is. One that was not
 * seen to renew may still do so, unless its process is proven gone. Pure.
 */
export function renewsUntilMs({ holders, renewal, isAlone }: Judged): number | null {
  if (!isAlone) return null;
  const { periodMs, longestMs = 0, lastAtMs, awaited } = renewal;
  // One that lives may take as long as it took before, whatever is usual for it.
  if (periodMs !== null && lastAtMs !== null) return lastAtMs + Math.max(periodMs, longestMs);
  const isGone = holders.some(({ verdict }) => verdict === 'gone');
  return awaited && !isGone ? awaited.untilMs : null;
}

/**
 * Whether the holder was seen to renew: the deadline that was seen may then be that of its next hold, which began in the moment
 * of the reading. Of one that only may renew it is not.
 */
export function isSeenToRenew(needed: Although | null, { count }: Pick<Lock['renewal'], 'count'>): boolean {
  return needed === 'alive' || (needed === 'renews' && count > 0);
}

/** Whether this consent is enough for what is needed. */
export function isConsent(given: Although | null, needed: Although | null): boolean {
  return needed === null || (given !== null && ALTHOUGH.indexOf(given) >= ALTHOUGH.indexOf(needed));
}

/** What a consent that was given for several counts for on one of them, which requires `needed`; null = nothing. */
export function consentFor(given: Although | null, needed: Although | null): Although | null {
  if (needed === null) return null;
  return isConsent(given, needed) ? needed : given;
}

/** A consent that is needed, and until when at most it is. */
type Required = { although: Although | null; untilMs?: number | undefined };

/** What takes the most consent of several; `renews` until none of them takes it any more. */
export function mostRequired(all: readonly Required[]): { although: Although | null; untilMs?: number } {
  const although = [...ALTHOUGH].reverse().find((each) => all.some((one) => one.although === each)) ?? null;
  const ends = all.flatMap((one) => (one.although === 'renews' ? (one.untilMs ?? []) : []));
  return { although, ...(although === 'renews' && ends.length > 0 && { untilMs: Math.max(...ends) }) };
}
