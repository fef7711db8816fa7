import { accountOf } from './principal';

/** Starts the account of a token that was made where the database is, and that no user answers for. */
const OF_NO_USER = 'command line (';

/** The account of a token that somebody makes at the command line; `who` = what they say they are. */
export function commandLineAccount(who: string): string {
  return `${OF_NO_USER}${who})`;
}

/** Whether an account is that of no user, so that who uses its token cannot be known. */
export function isOfNoUser(account: string): boolean {
  return account.startsWith(OF_NO_USER);
}

/**
 * Whether two accounts, each with the names that are known of it, are or may be of one person, however each of them signed
 * in. Equal are names that differ in case, in width, or in a `+tag` of an e-mail address, names with and without a Windows
 * domain, and a bare name and an e-mail address that begins with it, of whatever domain. Two addresses of different domains
 * are two people. Errs towards one person.
 */
export function mayBeSamePerson(one: readonly string[], other: readonly string[]): boolean {
  return one.some((a) => other.some((b) => areOneName(a, b)));
}

function areOneName(one: string, other: string): boolean {
  const [a, b] = [partsOf(one), partsOf(other)];
  if (a.name !== b.name) return false;
  return a.domain === null || b.domain === null || a.domain === b.domain;
}

function partsOf(account: string): { name: string; domain: string | null } {
  const bare = accountOf(account).replace(/^.*\\/, '');
  const at = bare.lastIndexOf('@');
  if (at <= 0) return { name: bare, domain: null };
  // A dot at the end of a host name is the root, and no domain at all is none.
  const domain = bare.slice(at + 1).replace(/\.$/, '');
  return { name: bare.slice(0, at).replace(/\+.*$/, ''), domain: domain === '' ? null : domain };
}
