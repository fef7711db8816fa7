import type { SignInWay } from '../../contract/rights';
import { mayEverywhere } from '../../domain/access/grants';
import { accountOf, MACHINE, type Principal } from '../../domain/access/principal';
import { isFromProxy } from '../config/client-address';
import { rolesFor, type SignIn } from '../config/config-sign-in';
import type { Session } from './account-rows';
import { type Accounts, TOKEN_PREFIX } from './accounts';
import { createKnownPrincipals } from './known-principals';
import type { ProviderSignIn } from './provider-sign-in';
import { hashOf } from './secrets';
import { sessionIdIn } from './session-cookie';
import { userNameOf } from './user-name';

const TOUCH_MS = 60_000;

type Options = {
  signIn: SignIn | null;
  accounts: Accounts;
  provider: Pick<ProviderSignIn, 'groupsOf'> | null;
  /** Ends what belongs to a session that turned out to be over. */
  ended(session: string): void;
  now: () => number;
  isSecure(request: Request): boolean;
};

/** Says who sends a request, by its session, its token or its proxy. */
export function createWhoAsks({ signIn, accounts, provider, ended, now, isSecure }: Options) {
  const known = createKnownPrincipals(now);

  function principal(
    via: SignInWay,
    name: string,
    groups: readonly string[],
    session: string | null,
  ): Principal {
    const roles = rolesFor(signIn?.roles ?? [], name, groups);
    return {
      account: accountOf(name),
      name,
      via,
      roles: roles.map((role) => role.name),
      grants: roles.flatMap((role) => role.grants),
      session,
    };
  }

  function isOver({ via, createdMs, seenMs }: Session, settings: SignIn): boolean {
    const isClosed = via === 'oidc' ? !settings.oidc : !settings.local;
    return isClosed || now() - seenMs > settings.idleMs || now() - createdMs > settings.longestMs;
  }

  /** Whoever has this session id; null = nobody, or no more. */
  async function bySession(id: string, settings: SignIn): Promise<Principal | null> {
    const hash = hashOf(id);
    const recent = known.of(hash);
    if (recent) return recent;
    const session = await accounts.session(hash);
    if (!session) return null;
    if (isOver(session, settings)) {
      await accounts.endSession(hash);
      return null;
    }
    const groups = provider && session.via === 'oidc' ? await provider.groupsOf(id, session) : session.groups;
    if (groups === null) {
      await accounts.endSession(hash);
      ended(hash);
      return null;
    }
    if (now() - session.seenMs > TOUCH_MS) await accounts.touchSession(hash, now());
    const found = principal(session.via, session.name, groups, hash);
    if (groups !== session.groups) await keepTokensOf(found);
    return known.remember(hash, found);
  }

  /** Tokens are of those who may make them. */
  async function keepTokensOf({ account, grants }: Principal): Promise<void> {
    if (!mayEverywhere(grants, 'admin')) await accounts.removeTokensOf(account);
  }

  async function byToken(text: string): Promise<Principal | null> {
    const hash = hashOf(text);
    const recent = known.of(hash);
    if (recent) return recent;
    const token = await accounts.token(hash);
    if (!token || token.expiresMs <= now()) return null;
    if (now() - (token.usedMs ?? 0) > TOUCH_MS) await accounts.touchToken(token.id, now());
    const { name, account, grants } = token;
    return known.remember(hash, { account, name, via: 'token', roles: [], grants, session: hash });
  }

  function byProxy(request: Request, { proxy }: SignIn): Principal | null {
    if (!proxy || !isFromProxy(request, proxy.from)) return null;
    const name = userNameOf(request.headers.get(proxy.userHeader));
    if (name === null) return null;
    const groups = proxy.groupsHeader === null ? '' : (request.headers.get(proxy.groupsHeader) ?? '');
    const list = groups.split(',').flatMap((group) => group.trim() || []);
    return principal('proxy', name, list, null);
  }

  /** Who sends this request; null = nobody who signed in. A token that counts for nothing is not passed over. */
  async function principalOf(request: Request): Promise<Principal | null> {
    if (!signIn) return MACHINE;
    const bearer = /^Bearer\s+(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
    if (bearer?.startsWith(TOKEN_PREFIX)) return byToken(bearer);
    const id = sessionIdIn(request, isSecure(request));
    const found = id === null ? null : await bySession(id, signIn);
    return found ?? byProxy(request, signIn);
  }

  /** Whether a session or token of this hash goes on, read anew. */
  async function isGoing(hash: string): Promise<boolean> {
    const session = await accounts.session(hash);
    if (session) return signIn !== null && !isOver(session, signIn);
    return ((await accounts.token(hash))?.expiresMs ?? 0) > now();
  }

  return { principal, principalOf, keepTokensOf, isGoing, forget: known.forget };
}
