import type { Grant } from '../../contract/access/sessions';
import type { Principal } from '../../domain/access/principal';
import { type AccessRole, rolesFor } from '../config/config-sign-in';
import type { AccessControl } from './access';
import type { Asker } from './approval-store';

type Asked = Pick<AccessControl, 'signIn' | 'accounts' | 'isGoing'>;

/**
 * Whoever asked for something, with what they may do now, read anew; null = they are gone: the user was removed, the token was
 * revoked or has ended, or which groups they are in is no longer known. `sinceMs` = when they asked.
 *
 * Of a user with a password these are the groups of the user now. Of somebody whom a provider signed in, those of a session
 * of theirs that goes on. What a proxy said of somebody is kept nowhere: these are the roles that they had when they asked, as
 * far as there are such roles, with what those allow now.
 */
export async function principalNow(access: Asked, asker: Asker, sinceMs: number): Promise<Principal | null> {
  const { signIn, accounts } = access;
  if (!signIn) return null;
  const { account, name, via, session, roles } = asker;
  const of = { account, name, via, session };
  switch (via) {
    case 'machine':
      return null;
    case 'token': {
      const token = session === null ? null : await accounts.token(session);
      if (token?.account !== account || session === null || !(await access.isGoing(session))) return null;
      return { ...of, roles: [], grants: token.grants };
    }
    case 'proxy':
      if (!signIn.proxy) return null;
      return { ...of, ...allowed(signIn.roles.filter((role) => roles.includes(role.name))) };
    case 'oidc': {
      const groups = await groupsOfSession(access, asker);
      return groups && { ...of, ...allowed(rolesFor(signIn.roles, name, groups)) };
    }
    default: {
      if (!signIn.local) return null;
      const user = await accounts.userOf(account);
      // One that was made again under the same name is somebody else.
      if (!user || user.createdMs > sinceMs) return null;
      return { ...of, ...allowed(rolesFor(signIn.roles, user.name, user.groups)) };
    }
  }
}

/** Those of the session that asked, or else of the newest other one of the account; null = none goes on. */
async function groupsOfSession(
  { accounts, isGoing }: Asked,
  { account, via, session }: Asker,
): Promise<readonly string[] | null> {
  const asked = session === null ? null : await accounts.session(session);
  const all = [...(asked ? [asked] : []), ...(await accounts.sessions(account))];
  for (const each of all)
    if (each.account === account && each.via === via && (await isGoing(each.hash))) return each.groups;
  return null;
}

function allowed(roles: readonly AccessRole[]): { roles: string[]; grants: Grant[] } {
  return { roles: roles.map(({ name }) => name), grants: roles.flatMap(({ grants }) => grants) };
}
