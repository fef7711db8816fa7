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

/** How somebody signed in. `machine` = nobody signs in: whoever uses this machine. */
export const SIGN_IN_WAYS = ['machine', 'password', 'oidc', 'proxy', 'token'] as const;
export type SignInWay = (typeof SIGN_IN_WAYS)[number];
