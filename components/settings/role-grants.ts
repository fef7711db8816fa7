import type { Grant } from '@/lib/contract/access/sessions';
import type { RoleSetting } from '@/lib/contract/settings';
import { reachOf } from '@/lib/domain/access/grants';

/** What of these grants counts on a target, as they are written: rights that others include are not added. */
export function grantsOn(grants: readonly Grant[], target: string): Pick<Grant, 'rights' | 'keys'>[] {
  return grants.filter((grant) => grant.rights.some((right) => reachOf([grant], right, target) !== 'none'));
}

/** Whether a role is of everybody who signed in. */
export function isOfEverybody({ users, groups }: Pick<RoleSetting, 'users' | 'groups'>): boolean {
  return users.length === 0 && groups.length === 0;
}

/** Key patterns that bound a grant; [] = none does. */
export function boundsOf({ keys }: Pick<Grant, 'keys'>): readonly string[] {
  return keys.includes('*') ? [] : keys;
}
