import { ALTHOUGH, type Although } from '../../contract/action-codes';
import type { Lock } from '../../contract/lock';
import { lives } from '../holders/judge-holder';

/** The holders that it is about, and whether nobody else has the lock: renewals of several are of none of them. */
type Judged = Pick<Lock, 'holders' | 'renewal'> & { isAlone: boolean };

/**
 * What a release of this lock takes consent to. A lock that renews is let go without one only after two reads a renewal
 * period apart saw no renewal: the first is the one that saw the last renewal, the second was made at `readAtMs`. null =
 * nothing. Pure.
 */
export function althoughOf({ holders, renewal, isAlone }: Judged, readAtMs: number): Although | null {
  if (holders.some(({ verdict }) => lives(verdict))) return 'alive';
  const { periodMs, lastAtMs } = renewal;
  if (!isAlone || periodMs === null || lastAtMs === null) return null;
  return readAtMs - lastAtMs < periodMs ? 'renews' : null;
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

/** What takes the most consent of several. */
export function mostAlthough(all: readonly (Although | null)[]): Although | null {
  return [...ALTHOUGH].reverse().find((each) => all.includes(each)) ?? null;
}
