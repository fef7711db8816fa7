import type { SignInWay } from '../../contract/rights';
import { mayEverywhere } from '../../domain/access/grants';
import { accountOf, MACHINE, type Principal } from '../../domain/access/principal';
import { endOfToken } from '../../domain/access/token-maker';
import { isFromProxy } from '../config/client-address';
import { rolesFor, type SignIn } from '../config/config-sign-in';
import type { ApiToken, Session } from './account-rows';
import { type Accounts, TOKEN_PREFIX } from './accounts';
import { createKnownPrincipals } from './known-principals';
import type { ProviderSignIn } from './provider/provider-sign-in';
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
  /** Accounts of a proxy whose tokens were looked at. */
  const lookedAt = createKnownPrincipals(now);

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
    const found = await readSession(id, settings);
    if (!found) return null;
    if (now() - found.seenMs > TOUCH_MS) await accounts.touchSession(hash, now());
    return known.remember(hash, found.principal);
  }

  /** As `bySession`, read anew; that is no use of the session, whose idle time goes on. */
  async function readSession(
    id: string,
    settings: SignIn,
  ): Promise<{ principal: Principal; seenMs: number } | null> {
    const hash = hashOf(id);
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
    const found = principal(session.via, session.name, groups, hash);
    if (groups !== session.groups) await keepTokensOf(found);
    return { principal: found, seenMs: session.seenMs };
  }

  /** Tokens are of those who may make them. */
  async function keepTokensOf({ account, grants }: Principal): Promise<void> {
    if (mayEverywhere(grants, 'admin') || !(await accounts.hasTokens(account))) return;
    await accounts.removeTokensOf(account);
  }

  /**
   * As `keepTokensOf`, of whoever a proxy names in each request: looks now and then, and holds no request up. One who may make
   * tokens as a user with a password keeps them.
   */
  function keepTokensOfProxied(found: Principal): Principal {
    const { account, grants } = found;
    if (mayEverywhere(grants, 'admin') || lookedAt.of(account)) return found;
    lookedAt.remember(account, found);
    const kept = async () => {
      if (!signIn?.local || !(await isLocalAdmin(account, now()))) await keepTokensOf(found);
    };
    // While the database is away no token counts either; the next request tries again.
    kept().catch(() => lookedAt.forget(account));
    return found;
  }

  /** Whether a user with a password, made by `byMs`, may make tokens by the roles of now. */
  async function isLocalAdmin(account: string, byMs: number): Promise<boolean> {
    const user = await accounts.userOf(account);
    // One that was made again under the same name is somebody else.
    if (!user || user.createdMs > byMs) return false;
    const { grants } = principal('password', user.name, user.groups, null);
    return mayEverywhere(grants, 'admin');
  }

  /** Whether whoever made a token may still make it, as far as the database and the roles say by themselves. */
  async function isOfItsMaker(token: ApiToken): Promise<boolean> {
    if (!signIn || endOfToken(token) !== 'at-once') return true;
    return isLocalAdmin(token.account, token.createdMs);
  }

  async function byToken(text: string): Promise<Principal | null> {
    const hash = hashOf(text);
    const recent = known.of(hash);
    if (recent) return recent;
    const token = await readToken(hash);
    if (!token) return null;
    if (now() - (token.usedMs ?? 0) > TOUCH_MS) await accounts.touchToken(token.id, now());
    return known.remember(hash, ofToken(token, hash));
  }

  async function readToken(hash: string) {
    const token = await accounts.token(hash);
    if (!token || token.expiresMs <= now()) return null;
    if (await isOfItsMaker(token)) return token;
    await accounts.removeToken(token.id);
    return null;
  }

  function ofToken(
    { name, account, grants }: Pick<Principal, 'name' | 'account' | 'grants'>,
    session: string,
  ): Principal {
    return { account, name, via: 'token', roles: [], grants, session };
  }

  function byProxy(request: Request, { proxy }: SignIn): Principal | null {
    if (!proxy || !isFromProxy(request, proxy.from)) return null;
    const name = userNameOf(request.headers.get(proxy.userHeader));
    if (name === null) return null;
    const groups = proxy.groupsHeader === null ? '' : (request.headers.get(proxy.groupsHeader) ?? '');
    const list = groups.split(',').flatMap((group) => group.trim() || []);
    return keepTokensOfProxied(principal('proxy', name, list, null));
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

  /**
   * Whoever has the session or token that sent this request, read anew; null = it ended. It is no use of either. A provider
   * is asked where that is due.
   */
  async function lookAgain(request: Request, session: string): Promise<Principal | null> {
    const id = sessionIdIn(request, isSecure(request));
    if (signIn && id !== null && hashOf(id) === session)
      return (await readSession(id, signIn))?.principal ?? null;
    const token = await readToken(session);
    return token && ofToken(token, session);
  }

  /** Whether a session or token of this hash goes on, read anew. */
  async function isGoing(hash: string): Promise<boolean> {
    const session = await accounts.session(hash);
    if (session) return signIn !== null && !isOver(session, signIn);
    return (await readToken(hash)) !== null;
  }

  return { principal, principalOf, keepTokensOf, isGoing, lookAgain, forget: known.forget };
}
