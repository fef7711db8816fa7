import { accountOf, type Principal } from '../../domain/access/principal';
import { ConsoleError } from '../../domain/values/errors';
import type { Archive } from '../../history/archive/archive-types';
import { networkOf } from '../config/client-address';
import type { SignIn } from '../config/config-sign-in';
import { createAccountNames } from './account-names';
import type { User } from './account-rows';
import { createAccounts } from './accounts';
import { createPasskeyStore } from './passkeys/passkey-store';
import { createPasskeys, type PasskeySignIn } from './passkeys/passkeys';
import { isPassword } from './password';
import type { ProviderLogout } from './provider/logout-token';
import { createOidc, type ProviderIdentity } from './provider/oidc';
import { createProviderLogouts } from './provider/provider-logouts';
import { createProviderSignIn } from './provider/provider-sign-in';
import { createSignInFlows } from './provider/sign-in-flows';
import { hashOf } from './secrets';
import { sessionIdIn } from './session-cookie';
import { createSessionStreams } from './session-streams';
import { createThrottle } from './throttle';
import { createWhoAsks } from './who-asks';

/** A stream of somebody whom a proxy signed in; the browser opens it again. */
const PROXY_STREAM_MS = 600_000;

/** Somebody who just signed in, and the id of their session, which their browser gets. */
type SignedIn = { principal: Principal; sessionId: string };

type SignInAttempt = { name: string; password: string; address: string; agent: string };

export type AccessControl = ReturnType<typeof createAccess>;

type Options = {
  signIn: SignIn | null;
  archive: Pick<Archive, 'db'>;
  now: () => number;
  /** Whether a browser sent a request over TLS. Default: none did. */
  isSecure?(request: Request): boolean;
};

/** Says who sends a request, signs people in and out, and ends what belongs to a session when that ends. */
export function createAccess({ signIn, archive, now, isSecure = () => false }: Options) {
  const accounts = createAccounts(archive, now);
  const throttle = createThrottle(accounts, now);
  const passkeys = createPasskeys({ store: createPasskeyStore(archive, now), accounts, throttle, now });
  const provider = signIn?.oidc
    ? createProviderSignIn({
        oidc: createOidc(signIn.oidc),
        logouts: createProviderLogouts(archive, signIn.oidc.issuer, now),
        flows: createSignInFlows(archive, now),
        accounts,
        now,
      })
    : null;
  const who = createWhoAsks({ signIn, accounts, provider, ended: end, now, isSecure });
  const { principal, keepTokensOf } = who;
  const streams = createSessionStreams(end);

  function forgetOver({ idleMs, longestMs }: SignIn): Promise<void> {
    return accounts.forgetSessions({ seenBeforeMs: now() - idleMs, createdBeforeMs: now() - longestMs });
  }

  /**
   * Signs a user in: the principal, and the id of a new session for the browser. Throws `denied` for a wrong name or
   * password, with how many tries are left, and `rate-limited`.
   */
  async function withPassword(attempt: SignInAttempt): Promise<SignedIn> {
    if (!signIn?.local) throw new ConsoleError('denied', 'Users with a password may not sign in here.');
    const { password, address, agent } = attempt;
    const account = accountOf(attempt.name);
    const { left, settled } = await throttle.begin(account, networkOf(address));
    const user = await accounts.userOf(account);
    if (!(await isPassword(password, user?.password ?? null)) || !user)
      throw new ConsoleError('denied', 'The name or the password is wrong.', { triesLeft: left });
    await settled();
    const opened = await openLocal(user, { via: 'password', address, agent }, signIn);
    if (opened) return opened;
    throw new ConsoleError('denied', 'The user was changed meanwhile.', { triesLeft: left });
  }

  /**
   * Signs in the local user whose passkey answered. Throws `denied` with `problem`, for one that holds with how many tries are
   * left, and `rate-limited`.
   */
  async function withPasskey(attempt: PasskeySignIn & { agent: string }): Promise<SignedIn> {
    if (!signIn?.local)
      throw new ConsoleError('denied', 'Local users may not sign in here.', { problem: 'off' });
    const { user, passkey } = await passkeys.signIn(attempt);
    const { address, agent } = attempt;
    const opened = await openLocal(user, { via: 'passkey', address, agent, passkey }, signIn);
    if (opened && (await passkeys.ownerOf(passkey)) === user.account) return opened;
    if (opened) await accounts.endSession(hashOf(opened.sessionId));
    throw new ConsoleError('denied', 'The user was changed meanwhile.', { problem: 'account' });
  }

  /** A session of a local user; null = the user was changed while their proof was looked at, or went. */
  async function openLocal(
    { account, name, groups, changedMs }: User,
    from: { via: 'password' | 'passkey'; address: string; agent: string; passkey?: string },
    settings: SignIn,
  ): Promise<SignedIn | null> {
    await forgetOver(settings);
    const sessionId = await accounts.openSession({ account, name, groups, ...from });
    const hash = hashOf(sessionId);
    if ((await accounts.userOf(account))?.changedMs === changedMs)
      return { principal: principal(from.via, name, groups, hash), sessionId };
    await accounts.endSession(hash);
    return null;
  }

  /** The provider, where there is one. Throws `denied`. */
  function viaProvider() {
    if (signIn && provider) return { settings: signIn, provider };
    throw new ConsoleError('denied', 'No provider signs people in here.', { problem: 'off' });
  }

  /** Ends what belongs to a session, in this process at once. */
  function end(session: string): void {
    who.forget(session);
    streams.end(session);
  }

  return {
    signIn,
    accounts,
    passkeys,
    principalOf: who.principalOf,
    isGoing: who.isGoing,
    withPassword,
    withPasskey,

    /** Where a browser goes to sign in at the provider, and the secret that it comes back with. Throws `denied`. */
    beginAtProvider: async (path: string, secret: string | null) =>
      viaProvider().provider.begin(path, secret),

    /** Who came back from the provider, by the query that it gave them. Throws `denied` with `problem`. */
    cameBack: async (search: string, secret: string | null) => viaProvider().provider.finish(search, secret),

    /** A session of somebody whom the provider named. */
    async openFor(identity: ProviderIdentity, from: { address: string; agent: string }): Promise<SignedIn> {
      const { settings, provider: open } = viaProvider();
      await forgetOver(settings);
      await createAccountNames(archive).keep(accountOf(identity.name), identity.names);
      const sessionId = await open.open(identity, from);
      const found = principal('oidc', identity.name, identity.groups, hashOf(sessionId));
      await keepTokensOf(found);
      return { principal: found, sessionId };
    },

    /** Reads a logout token of the provider that holds. Throws `invalid-argument`, or `denied` with `problem`. */
    readLogout: async (token: string) => viaProvider().provider.readLogout(token),

    /**
     * Ends the sessions that the provider ended, with their streams: here at once, elsewhere within some seconds. Resolves to
     * whose they were. Throws `invalid-argument` for a logout that was taken before.
     */
    async endByProvider(logout: ProviderLogout): Promise<string[]> {
      const ended = await viaProvider().provider.endBy(logout);
      for (const { hash } of ended) end(hash);
      return ended.map(({ name }) => name);
    },

    /** Where a browser goes to sign out at the provider as well; null = nowhere. */
    async leaveAt(request: Request, { via }: Principal): Promise<string | null> {
      const id = sessionIdIn(request, isSecure(request));
      return via === 'oidc' && id !== null && provider ? provider.leaveAt(id) : null;
    },

    async signOut({ session }: Principal): Promise<void> {
      if (session === null) return;
      await accounts.endSession(session);
      end(session);
    },

    /** Ends all that belongs to sessions that the database has no more. */
    ended(sessions: readonly string[]): void {
      for (const each of sessions) end(each);
    },

    /** Ends all sessions of whoever has this name, in every console. Resolves to how many there were. */
    async signOutEverywhere(name: string): Promise<number> {
      const ended = await accounts.endSessionsOf(accountOf(name));
      for (const hash of ended) end(hash);
      return ended.length;
    },

    async revokeToken(id: number): Promise<void> {
      const hash = await accounts.removeToken(id);
      if (hash !== null) end(hash);
    },

    /**
     * Aborts with the request, or when the session or the rights of `by` end: here at once, elsewhere within some seconds.
     * Throws as `createSessionStreams`.
     */
    untilSessionEnds(by: Principal, request: Request): AbortSignal {
      const { session, via } = by;
      // What a proxy says of somebody is asked anew with each request, and a stream is one.
      if (via === 'proxy') return AbortSignal.any([request.signal, AbortSignal.timeout(PROXY_STREAM_MS)]);
      if (session === null) return request.signal;
      return streams.untilEnd({ ...by, session }, () => who.lookAgain(request, session), request.signal);
    },

    close: streams.close,
  };
}
