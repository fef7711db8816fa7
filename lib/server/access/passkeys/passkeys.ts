import type { Assertion, Attestation } from '../../../contract/access/passkeys';
import type { StepUpLack } from '../../../contract/action-codes';
import { FIRST_PASSKEY_MS } from '../../../contract/limits';
import { hasSession } from '../../../contract/rights';
import type { Principal } from '../../../domain/access/principal';
import { ConsoleError } from '../../../domain/values/errors';
import { networkOf } from '../../config/client-address';
import type { User } from '../account-rows';
import type { Accounts } from '../accounts';
import { hashOf, newSecret } from '../secrets';
import type { createThrottle } from '../throttle';
import { type ChallengePurpose, checkCount, type PasskeyStore, type StoredPasskey } from './passkey-store';
import type { RelyingParty } from './relying-party';
import {
  assertionOptions,
  attestationOptions,
  challengeIn,
  newHandle,
  verifiedCounter,
  verifiedPasskey,
  WrongPasskeyAnswer,
} from './webauthn';

/**
 * Why an answer of a passkey counts for nothing. `unknown` = its challenge is not of this browser, was answered or is too old.
 * `counter` = it counts fewer signatures than it made already: there may be a copy. `account` = its user may not sign in with
 * it. `host` = there are none at an address. `none-here` = the account has none of this host. `sign-in-again` = the sign-in is
 * too long ago to add the first one.
 */
type PasskeyProblem =
  | 'off'
  | 'host'
  | 'unknown'
  | 'invalid'
  | 'counter'
  | 'account'
  | 'none-here'
  | 'no-session'
  | 'sign-in-again';

export type PasskeySignIn = {
  credential: Assertion;
  /** The browser that asked for the challenge has it; null = none. */
  secret: string | null;
  rp: RelyingParty | null;
  address: string;
};

type SteppedUp = { atMs: number; lacks: null } | { atMs: null; lacks: StepUpLack };

/** Who asks, with a session of their own. */
type WithSession = Principal & { session: string };

type Options = {
  store: PasskeyStore;
  accounts: Pick<Accounts, 'userOf' | 'session'>;
  throttle: ReturnType<typeof createThrottle>;
  now: () => number;
};

export type Passkeys = ReturnType<typeof createPasskeys>;

/** Passkeys: made, asked, verified. Methods throw `denied` with a `problem`, `not-signed-in` and `step-up-required`. */
export function createPasskeys({ store, accounts, throttle, now }: Options) {
  async function keep(
    challenge: string,
    purpose: ChallengePurpose,
    { bound, rp, handle = null }: { bound: string; rp: RelyingParty; handle?: string | null },
  ): Promise<void> {
    await store.keep(hashOf(challenge), { purpose, bound, rp: rp.id, handle });
  }

  /** The challenge of an answer, if it is one of these, of this browser and host, and was not answered before. */
  async function take(
    credential: Assertion | Attestation,
    purposes: readonly ChallengePurpose[],
    bound: string | null,
    rp: RelyingParty,
  ): Promise<{ challenge: string; purpose: ChallengePurpose; handle: string | null }> {
    const challenge = await verifying(async () => challengeIn(credential));
    const asked = { challenge: hashOf(challenge), purposes, bound: bound ?? '' };
    const taken = bound === null ? null : await store.take(asked);
    if (taken?.rp !== rp.id) throw refused('unknown', 'No such question of this browser is open.');
    return { challenge, purpose: taken.purpose, handle: taken.handle };
  }

  /** Verifies an answer and counts it. Its challenge was taken already. */
  async function verified(
    credential: Assertion,
    passkey: StoredPasskey,
    expected: { challenge: string; rp: RelyingParty },
  ): Promise<void> {
    if (passkey.rp !== expected.rp.id) throw refused('invalid', 'The passkey is of another host.');
    const counter = await verifying(() => verifiedCounter(credential, passkey, expected));
    if (await store.count(passkey, counter)) return;
    throw refused('counter', 'The passkey counts fewer signatures than it made before: there may be a copy.');
  }

  async function steppedUp(by: Principal): Promise<SteppedUp> {
    if (by.session === null || !hasSession(by.via)) return { atMs: null, lacks: 'no-session' };
    const atMs = await store.steppedUpAt(by.session, by.account);
    if (atMs !== null) return { atMs, lacks: null };
    return { atMs, lacks: (await store.passkeysOf(by.account)).length > 0 ? 'passkey' : 'no-passkey' };
  }

  async function requireRecentAnswer(by: Principal): Promise<void> {
    const { lacks } = await steppedUp(by);
    if (lacks === null) return;
    throw new ConsoleError('step-up-required', 'One of your passkeys has to confirm this first.', { lacks });
  }

  return {
    /** Throws `not-signed-in` for nobody, and `denied` for who has no session. */
    requireSession: (by: Principal) => void withSession(by),

    /** Options for any passkey of this host to sign in, and the secret that the browser comes back with. */
    async askToSignIn(rp: RelyingParty | null, secret: string | null) {
      const options = await assertionOptions(atHost(rp), null);
      const browser = secret ?? newSecret();
      await keep(options.challenge, 'sign-in', { bound: hashOf(browser), rp: atHost(rp) });
      return { options, secret: browser };
    },

    /** Options for the passkeys of the caller's account. */
    async askToStepUp(by: Principal, rp: RelyingParty | null) {
      const { account, session } = withSession(by);
      const own = (await store.passkeysOf(account)).filter((each) => each.rp === atHost(rp).id);
      if (own.length === 0) throw refused('none-here', 'Your account has no passkey of this host.');
      const options = await assertionOptions(atHost(rp), own);
      await keep(options.challenge, 'step-up', { bound: session, rp: atHost(rp) });
      return { options };
    },

    /**
     * Options for a new passkey. The first one takes a sign-in of the last ten minutes, further ones an answer of one that
     * the account has.
     */
    async askToAdd(by: Principal, rp: RelyingParty | null) {
      const principal = withSession(by);
      const { account, name, session } = principal;
      const own = await store.passkeysOf(account);
      const [first] = own;
      if (first) await requireRecentAnswer(principal);
      else if (now() - ((await accounts.session(session))?.createdMs ?? 0) > FIRST_PASSKEY_MS)
        throw refused('sign-in-again', 'The first passkey is added within ten minutes of a sign-in.');
      checkCount(own.length);
      const existing = own.filter((each) => each.rp === atHost(rp).id);
      const handle = first?.handle ?? newHandle();
      const options = await attestationOptions(atHost(rp), { name, handle, existing });
      await keep(options.challenge, first ? 'add' : 'add-first', { bound: session, rp: atHost(rp), handle });
      return { options };
    },

    /** Whose passkey this says it is: nothing of it is verified. */
    async ownerOf(id: string): Promise<string | null> {
      return (await store.passkey(id))?.account ?? null;
    },

    /** The local user whose passkey answered. Counted as a try until then. Throws `rate-limited` as well. */
    async signIn({
      credential,
      secret,
      rp,
      address,
    }: PasskeySignIn): Promise<{ user: User; passkey: string }> {
      const passkey = await store.passkey(credential.id);
      const { left, settled } = await throttle.begin(passkey?.account ?? '', networkOf(address));
      try {
        const bound = secret === null ? null : hashOf(secret);
        const { challenge } = await take(credential, ['sign-in'], bound, atHost(rp));
        if (!passkey) throw refused('invalid', 'There is no such passkey.');
        if (credential.response.userHandle === undefined)
          throw refused('invalid', 'The passkey does not say whose it is.');
        await verified(credential, passkey, { challenge, rp: atHost(rp) });
        const user = await accounts.userOf(passkey.account);
        // One that is older than its user is of somebody who had the name before.
        if (!user || !passkey.signsIn || passkey.createdMs < user.createdMs)
          throw refused('account', 'Local users alone sign in with a passkey.');
        await settled();
        return { user, passkey: passkey.id };
      } catch (error) {
        if (!(error instanceof ConsoleError) || error.code !== 'denied') throw error;
        throw new ConsoleError(error.code, error.message, { ...error.details, triesLeft: left });
      }
    },

    /** Notes in the caller's session that one of their account's passkeys answered now. */
    async stepUp(
      by: Principal,
      credential: Assertion,
      rp: RelyingParty | null,
    ): Promise<{ name: string; atMs: number }> {
      const { account, session } = withSession(by);
      const { challenge } = await take(credential, ['step-up'], session, atHost(rp));
      const passkey = await store.passkey(credential.id);
      if (passkey?.account !== account) throw refused('invalid', 'The passkey is of another account.');
      await verified(credential, passkey, { challenge, rp: atHost(rp) });
      const atMs = now();
      if (await store.stepUp(session, passkey, atMs)) return { name: passkey.name, atMs };
      throw new ConsoleError('not-signed-in', 'The session has ended.');
    },

    /** Adds the passkey that was made. Throws `changed` where another was added meanwhile, `invalid-argument` beyond the most. */
    async add(
      by: Principal,
      { name, credential }: { name: string; credential: Attestation },
      rp: RelyingParty | null,
    ): Promise<void> {
      const { account, session, via } = withSession(by);
      const at = atHost(rp);
      const { challenge, purpose, handle } = await take(credential, ['add', 'add-first'], session, at);
      const { counter, ...made } = await verifying(() => verifiedPasskey(credential, { challenge, rp: at }));
      const passkey = {
        ...{ ...made, account, name, rp: at.id, handle: handle ?? '' },
        transports: credential.response.transports,
        signsIn: via !== 'oidc',
        ...{ createdMs: now(), usedMs: null },
      };
      if (await store.add(passkey, { counter, isFirst: purpose === 'add-first', session })) return;
      throw new ConsoleError('changed', 'Another passkey was added meanwhile, or this one is there already.');
    },

    /** Removes one of the caller's account. Returns its name, and the sessions that ended with it. Throws `not-found`. */
    async remove(by: Principal, id: string): Promise<{ name: string; ended: string[] }> {
      const principal = withSession(by);
      await requireRecentAnswer(principal);
      const gone = await store.remove(id, principal.account, principal.session);
      if (gone) return gone;
      throw new ConsoleError('not-found', 'Your account has no such passkey.');
    },

    listOf: (by: Principal) => store.passkeysOf(withSession(by).account),

    /** When the caller last answered with a passkey, as far as it counts, or the lack. Read anew each time. */
    steppedUp,
  };
}

/** Throws `not-signed-in` for nobody, and for who has no session: passkeys are of people who signed in here. */
function withSession(by: Principal): WithSession {
  if (by.name === '') throw new ConsoleError('not-signed-in', 'Sign in first.');
  if (by.session !== null && hasSession(by.via)) return { ...by, session: by.session };
  throw refused('no-session', 'Passkeys are of people who signed in at this console.');
}

function atHost(rp: RelyingParty | null): RelyingParty {
  if (rp) return rp;
  throw refused('host', 'Passkeys need a name in the address: browsers know none at an IP address.');
}

function refused(problem: PasskeyProblem, message: string): ConsoleError {
  return new ConsoleError('denied', message, { problem });
}

async function verifying<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof WrongPasskeyAnswer)) throw error;
    throw refused('invalid', `The passkey's answer does not hold: ${error.message}.`);
  }
}
