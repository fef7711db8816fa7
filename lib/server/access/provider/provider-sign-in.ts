import { accountOf } from '../../../domain/access/principal';
import { ConsoleError, isConsoleError } from '../../../domain/values/errors';
import type { Session } from '../account-rows';
import type { Accounts } from '../accounts';
import { hashOf, newSecret } from '../secrets';
import type { Kept, Oidc, ProviderIdentity } from './oidc';
import type { ProviderLogouts } from './provider-logouts';
import type { SignInFlows } from './sign-in-flows';

/** So long the groups of somebody count that a provider named. */
const RECHECK_MS = 300_000;

type Sessions = Pick<Accounts, 'keptBy' | 'claimCheck' | 'renewSession' | 'openSession' | 'endSession'>;
type Options = {
  oidc: Oidc;
  flows: SignInFlows;
  logouts: ProviderLogouts;
  accounts: Sessions;
  now: () => number;
};

export type ProviderSignIn = ReturnType<typeof createProviderSignIn>;

/** The way to a provider and back, and what it says of a session from time to time. */
export function createProviderSignIn({ oidc, flows, logouts, accounts, now }: Options) {
  return {
    /** Where a browser goes, and the secret that it comes back with. `secret` = one that it has already. */
    async begin(path: string, secret: string | null): Promise<{ url: URL; secret: string }> {
      const browser = secret ?? newSecret();
      const checks = oidc.newChecks();
      const url = await oidc.beginAt(checks);
      await flows.begin({ ...checks, browser, path });
      return { url, secret: browser };
    },

    /** Who came back, and where they wanted to go. Throws `denied` with `problem`, and with `path` where that is known. */
    async finish(
      search: string,
      secret: string | null,
    ): Promise<{ identity: ProviderIdentity; path: string }> {
      const state = new URLSearchParams(search).get('state') ?? '';
      const flow = secret === null ? null : await flows.take(state, secret);
      if (!flow)
        throw new ConsoleError('denied', 'No sign-in of this browser is under way.', { problem: 'unknown' });
      const { path } = flow;
      const identity = await oidc.finish(search, flow).catch((error: unknown) => {
        if (!isConsoleError(error)) throw error;
        throw new ConsoleError(error.code, error.message, { ...error.details, path }, { cause: error });
      });
      return { identity, path };
    },

    /** Returns the id of a new session. Throws `denied` when the provider has ended it meanwhile. */
    async open(
      { name, groups, issuedMs, names: _, ...kept }: ProviderIdentity,
      { address, agent }: Pick<Session, 'address' | 'agent'>,
    ): Promise<string> {
      const of = { account: accountOf(name), name, via: 'oidc', groups, address, agent } as const;
      const by = logouts.refsOf(kept);
      const id = await accounts.openSession(of, textOf(kept), by);
      // Read after it was written: whichever comes second sees the other one.
      if (await logouts.ended(by, issuedMs)) {
        await accounts.endSession(hashOf(id));
        throw new ConsoleError('denied', 'The provider has ended this sign-in.', { problem: 'invalid' });
      }
      return id;
    },

    /** Reads a logout token that holds. Throws `invalid-argument` for another one. */
    readLogout: (token: string) => oidc.readLogout(token, now()),

    /** Ends the sessions that it is about. Throws `invalid-argument` for one that was taken before. */
    endBy: logouts.end,

    /**
     * The groups that count for a session; null = the provider has ended it. Asks the provider after five minutes, once for
     * all consoles. One that does not answer changes nothing.
     */
    async groupsOf(id: string, session: Session): Promise<readonly string[] | null> {
      if (now() - session.checkedMs < RECHECK_MS) return session.groups;
      const kept = keptOf(await accounts.keptBy(id));
      if (!kept?.refreshToken || !(await accounts.claimCheck(session))) return session.groups;
      try {
        const found = await oidc.again(kept.refreshToken, kept);
        if (!found || accountOf(found.name) !== session.account) return null;
        return (await accounts.renewSession(id, found.groups, textOf(found))) ? found.groups : null;
      } catch (error) {
        if (isConsoleError(error, 'denied')) return session.groups;
        throw error;
      }
    },

    /** Where a browser goes to sign out at the provider as well; null = nowhere. */
    async leaveAt(id: string): Promise<string | null> {
      const kept = keptOf(await accounts.keptBy(id));
      return kept && oidc.leaveAt(kept.idToken);
    },
  };
}

function textOf({ refreshToken, idToken, subject }: Kept): string {
  return JSON.stringify({ refreshToken, idToken, subject } satisfies Kept);
}

function keptOf(text: string | null): Kept | null {
  return text === null ? null : (JSON.parse(text) as Kept);
}
