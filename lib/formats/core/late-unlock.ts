import type { HazardCode } from '../../contract/action-codes';
import type { Format, LateUnlock, Observation } from './format';

/** What a release warns of, by what the holder's unlock does when it comes late. */
export const HAZARD_OF_LATE_UNLOCK = {
  deletes: 'deletes-successor',
  drifts: 'counter-may-drift',
} as const satisfies Partial<Record<LateUnlock, HazardCode>>;

/** What the holder's own unlock does to a successor of this lock. */
export function lateUnlockOf({ lateUnlock }: Pick<Format, 'lateUnlock'>, sight: Observation): LateUnlock {
  return typeof lateUnlock === 'function' ? lateUnlock(sight) : lateUnlock;
}

/** Everything that a release of this lock may bring about beside what every release does. */
export function hazardsOf(format: Pick<Format, 'lateUnlock' | 'hazards'>, sight: Observation): HazardCode[] {
  const late = lateUnlockOf(format, sight);
  const hazard = late === 'deletes' || late === 'drifts' ? [HAZARD_OF_LATE_UNLOCK[late]] : [];
  return [...(format.hazards ?? []), ...hazard];
}
