import { APPROVAL_MINUTES } from '../../contract/limits';
import type { Target } from '../../domain/nodes/target';
import { serverPlaceOf } from '../record/server-place';
import { invalidSetting, settingNameOf } from './config-problems';

/** Time for a second person, as a target sets it. */
export function approvalTime(set: true | { minutes: number }): { minutes: number } {
  return set === true ? { minutes: APPROVAL_MINUTES.usual } : set;
}

/**
 * Refuses `twoPersons` where nobody signs in, since whoever uses the machine is one and the same, and on a server that
 * another target acts on with one person. Names are compared as they are written: two names of one host are two hosts.
 */
export function checkTwoPersons(targets: readonly Target[], areSignedIn: boolean): void {
  for (const [at, target] of targets.entries()) {
    if (!target.twoPersons) continue;
    const refuse = (problem: string) =>
      invalidSetting(settingNameOf(['targets', at, 'twoPersons'], { targets }), problem);
    if (!areSignedIn) throw refuse('needs signIn: where nobody signs in there is no second person');
    const other = targets.find((each) => !each.twoPersons && !each.readOnly && areOnOneServer(each, target));
    if (other) throw refuse(`is passed over by the target "${other.name}", which acts on the same database`);
  }
}

function areOnOneServer(one: Target, other: Target): boolean {
  const [a, b] = [serverPlaceOf(one), serverPlaceOf(other)];
  const isOtherPrimary = a.kind === 'sentinel' && b.kind === 'sentinel' && a.primary !== b.primary;
  return a.db === b.db && !isOtherPrimary && a.addresses.some((address) => b.addresses.includes(address));
}
