import type { Grant } from '../../contract/access/sessions';
import type { SignInWay } from '../../contract/rights';
import { keyOfSlug, type LockId, parseLockId } from '../keys/lock-id';
import { ALL_GRANTS, may, mayEverywhere } from './grants';

/** Who asks, and what they may do. */
export type Principal = {
  /** Names the person, the same however they signed in; of a token its owner. */
  account: string;
  /** As the audit and the screen name it. */
  name: string;
  via: SignInWay;
  roles: readonly string[];
  grants: readonly Grant[];
  /** Names the session, for what ends with it; null = there is none. */
  session: string | null;
};

/** Whoever uses this machine, where nobody signs in. */
export const MACHINE: Principal = {
  account: 'machine',
  name: 'local operator',
  via: 'machine',
  roles: [],
  grants: ALL_GRANTS,
  session: null,
};

/** Whoever has not signed in may do nothing, but learn how to. */
export const STRANGER: Principal = {
  account: '',
  name: '',
  via: 'machine',
  roles: [],
  grants: [],
  session: null,
};

/** An account name as two ways of signing in have to agree on it. */
export function accountOf(user: string): string {
  return user.normalize('NFKC').trim().toLowerCase();
}

/** Rights that a holder's token is worth: for many libraries it is all that a release needs. */
const WORTH_A_TOKEN = ['release', 'extend', 'quarantine'] as const;

/** Whether the tokens of the holders of a key are shown; null = of every key of the target. */
export function seesTokens(grants: readonly Grant[], target: string, key: string | null): boolean {
  return WORTH_A_TOKEN.some((right) => may(grants, right, target, key));
}

/** The same of one lock. */
export function seesTokensOf(grants: readonly Grant[], id: LockId): boolean {
  const address = parseLockId(id);
  return address !== null && seesTokens(grants, address.target, keyOfSlug(address.slug));
}

/** Whether somebody sees everything, tokens too. */
export function seesEverything(grants: readonly Grant[]): boolean {
  return mayEverywhere(grants, 'view') && WORTH_A_TOKEN.some((right) => mayEverywhere(grants, right));
}
