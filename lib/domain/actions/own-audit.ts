import type { AuditEntry } from '../../contract/audit';
import type { SignInWay } from '../../contract/rights';
import { accountOf, type Principal } from '../access/principal';

/** Whose own entries a reader is shown. `name` = of the account, as the audit has it. */
export type AuditOwner = Pick<Principal, 'account' | 'name'>;

/** Ways of signing in by which the audit names a person. A token is named as its maker likes. */
const OF_PERSONS: ReadonlySet<unknown> = new Set<SignInWay>(['password', 'passkey', 'oidc', 'proxy']);

/** The person who reads the audit; null = no person, whose entries nothing distinguishes from those of others. */
export function auditOwnerOf({ account, name, via }: Principal): AuditOwner | null {
  return OF_PERSONS.has(via) ? { account, name } : null;
}

/**
 * Whether somebody did this themselves, or was refused it. Only of entries about a target: a sign-in has a name that
 * anybody may type, and the end of sessions the name of a provider.
 */
export function isOwnEntry(
  { actor, target, details }: Pick<AuditEntry, 'actor' | 'target' | 'details'>,
  { account }: AuditOwner,
): boolean {
  return target !== '' && OF_PERSONS.has(details.actorIs) && accountOf(actor) === account;
}

/** Details that somebody sent, or that are of themselves and their request. */
const SENT = [
  ...['address', 'actorIs', 'agent', 'passkeyAtMs', 'code', 'right'],
  ...['act', 'although', 'leaseMs', 'quarantineMs', 'planned', 'ticket', 'spooled', 'direct'],
];

/** An own entry without anything that was found out or came of it but its outcome; `onlyOwn` marks it. */
export function onlyOwnPart<E extends AuditEntry>(entry: E): E {
  const sent = SENT.flatMap((name) => (name in entry.details ? [[name, entry.details[name]]] : []));
  return { ...entry, details: { ...Object.fromEntries(sent), onlyOwn: true } };
}
