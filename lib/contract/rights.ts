/** Closed list of rights. Free of zod, like `codes.ts`. */

/**
 * What a person may do, each on some targets and keys. `view` = see locks; `preview` = have a lock read and its plan
 * made; `bulk` = several holds in one act; `audit` = read who did what; `peer` = be another console; `admin` = all of
 * them, and accounts, tokens and sessions.
 */
export const RIGHTS = [
  'view',
  'preview',
  'extend',
  'release',
  'quarantine',
  'bulk',
  'xray',
  'annotate',
  'silence',
  'audit',
  'metrics',
  'peer',
  'admin',
] as const;
export type Right = (typeof RIGHTS)[number];

/** How somebody signed in. `machine` = nobody signs in: whoever uses this machine. `passkey` = a local user, without a password. */
export const SIGN_IN_WAYS = ['machine', 'password', 'passkey', 'oidc', 'proxy', 'token'] as const;
export type SignInWay = (typeof SIGN_IN_WAYS)[number];

/**
 * How the loss of the rights of whoever made a token ends it: at its next use; once a provider or a proxy says so of them,
 * which it does only when they come; or not at all, since no user made it.
 */
export const TOKEN_ENDS = ['at-once', 'when-seen', 'never'] as const;
export type TokenEnd = (typeof TOKEN_ENDS)[number];

/** Ways that open a session. */
const SESSION_WAYS: readonly SignInWay[] = ['password', 'passkey', 'oidc'];

export function hasSession(way: SignInWay): boolean {
  return SESSION_WAYS.includes(way);
}
