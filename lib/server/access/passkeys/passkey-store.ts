import { MOST_PASSKEYS, STEP_UP_MS } from '../../../contract/limits';
import { ConsoleError } from '../../../domain/values/errors';
import type { Archive } from '../../../history/archive/archive-types';

/** So long somebody may take to answer a challenge. */
export const CHALLENGE_MS = 120_000;
/** So far the clocks of consoles may be apart. An answer from later than that is from before a clock was set back. */
const SKEW_MS = 30_000;

export type StoredPasskey = {
  id: string;
  account: string;
  name: string;
  publicKey: string;
  transports: string[];
  rp: string;
  handle: string;
  signsIn: boolean;
  createdMs: number;
  usedMs: number | null;
};

/** The one use of a challenge. `add-first` was asked for while the account had none. */
export type ChallengePurpose = 'sign-in' | 'step-up' | 'add-first' | 'add';

/** Facts of a challenge; `handle` = of the passkey that is made. */
type Taken = { purpose: ChallengePurpose; rp: string; handle: string | null };

/** `bound` = hash of the session, or of the secret that a browser has. */
type Kept = { challenge: string; purposes: readonly ChallengePurpose[]; bound: string };

export type PasskeyStore = ReturnType<typeof createPasskeyStore>;

/** Passkeys and their challenges, in the database of the history, so that several consoles share them. */
export function createPasskeyStore({ db }: Pick<Archive, 'db'>, now: () => number) {
  return {
    async keep(challenge: string, of: Taken & { bound: string }): Promise<void> {
      await db
        .deleteFrom('passkey_challenges')
        .where('at_ms', '<', now() - CHALLENGE_MS)
        .execute();
      await db
        .insertInto('passkey_challenges')
        .values({ challenge, ...of, at_ms: now() })
        .execute();
    },

    /** Takes a challenge back, once; null = there is none of these for this browser, or it is too old. */
    async take({ challenge, purposes, bound }: Kept): Promise<Taken | null> {
      const [taken] = await db
        .deleteFrom('passkey_challenges')
        .where('challenge', '=', challenge)
        .where('purpose', 'in', [...purposes])
        .where('bound', '=', bound)
        .returning(['purpose', 'rp', 'handle', 'at_ms'])
        .execute();
      if (!taken || taken.at_ms < now() - CHALLENGE_MS) return null;
      const { purpose, rp, handle } = taken;
      return { purpose: purpose as ChallengePurpose, rp, handle };
    },

    async passkey(id: string): Promise<StoredPasskey | null> {
      const row = await db.selectFrom('passkeys').where('id', '=', id).selectAll().executeTakeFirst();
      return row ? storedOf(row) : null;
    },

    /** The oldest first. */
    async passkeysOf(account: string): Promise<StoredPasskey[]> {
      const rows = await db
        .selectFrom('passkeys')
        .where('account', '=', account)
        .selectAll()
        .orderBy('nth')
        .execute();
      return rows.map(storedOf);
    },

    /**
     * Whether it was added: not where there is one of this id, and, as the first, not where another came first. One whose
     * session ended meanwhile is taken back: its account may be gone. Throws as `checkCount`: of two that are added at once
     * one has the number of the other, and is not added.
     */
    async add(
      { publicKey, transports, signsIn, createdMs, usedMs, ...of }: StoredPasskey,
      { counter, isFirst, session }: { counter: number; isFirst: boolean; session: string },
    ): Promise<boolean> {
      const { last, count } = await db
        .selectFrom('passkeys')
        .where('account', '=', of.account)
        .select(({ fn }) => [fn.max('nth').as('last'), fn.countAll().as('count')])
        .executeTakeFirstOrThrow();
      checkCount(Number(count));
      const isNone = last === null || last === undefined;
      if (isFirst && !isNone) return false;
      const row = {
        ...of,
        nth: isNone ? 0 : Number(last) + 1,
        public_key: publicKey,
        counter,
        transports: JSON.stringify(transports),
        signs_in: signsIn ? 1 : 0,
        created_ms: createdMs,
        used_ms: usedMs,
      };
      const added = await db
        .insertInto('passkeys')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .execute();
      if (added.length === 0) return false;
      const open = await db
        .selectFrom('sessions')
        .where('hash', '=', session)
        .select('hash')
        .executeTakeFirst();
      if (!open) await db.deleteFrom('passkeys').where('id', '=', of.id).execute();
      return open !== undefined;
    },

    /** Counts a use, in one step with the comparison. False = its counter did not go on, or it is gone. */
    async count({ id, account }: Pick<StoredPasskey, 'id' | 'account'>, counter: number): Promise<boolean> {
      const counted = await db
        .updateTable('passkeys')
        .set({ counter, used_ms: now() })
        .where('id', '=', id)
        .where('account', '=', account)
        // 0 twice = an authenticator that does not count.
        .where(({ eb, and, or }) =>
          or([eb('counter', '<', counter), ...(counter === 0 ? [and([eb('counter', '=', 0)])] : [])]),
        )
        .returning('id')
        .execute();
      return counted.length > 0;
    },

    /** Notes that the user of a session answered with a passkey at `atMs`. Whether there is such a session of the account. */
    async stepUp(
      session: string,
      { id, account }: Pick<StoredPasskey, 'id' | 'account'>,
      atMs: number,
    ): Promise<boolean> {
      const noted = await db
        .updateTable('sessions')
        .set({ passkey: id, stepped_ms: atMs })
        .where('hash', '=', session)
        .where('account', '=', account)
        .returning('hash')
        .execute();
      return noted.length > 0;
    },

    /** When a session was confirmed by a passkey that its account still has; null = not within the time that counts. */
    async steppedUpAt(session: string, account: string): Promise<number | null> {
      const row = await db
        .selectFrom('sessions')
        .innerJoin('passkeys', 'passkeys.id', 'sessions.passkey')
        .where('sessions.hash', '=', session)
        .where('sessions.account', '=', account)
        .where('passkeys.account', '=', account)
        .select('sessions.stepped_ms')
        .executeTakeFirst();
      const atMs = row?.stepped_ms ?? null;
      if (atMs === null) return null;
      const ageMs = now() - atMs;
      return ageMs < STEP_UP_MS && ageMs > -SKEW_MS ? atMs : null;
    },

    /** Returns its name, and the sessions that it signed in and that end with it, but for `own`; null = the account has none such. */
    async remove(
      id: string,
      account: string,
      own: string,
    ): Promise<{ name: string; ended: string[] } | null> {
      const [gone] = await db
        .deleteFrom('passkeys')
        .where('id', '=', id)
        .where('account', '=', account)
        .returning('name')
        .execute();
      if (!gone) return null;
      const ended = await db
        .deleteFrom('sessions')
        .where('passkey', '=', id)
        .where('via', '=', 'passkey')
        .where('hash', '!=', own)
        .returning('hash')
        .execute();
      return { name: gone.name, ended: ended.map(({ hash }) => hash) };
    },
  };
}

/** Throws `invalid-argument` where an account that has so many passkeys gets no more. */
export function checkCount(passkeys: number): void {
  if (passkeys < MOST_PASSKEYS) return;
  throw new ConsoleError('invalid-argument', `An account has at most ${MOST_PASSKEYS} passkeys.`);
}

type Row = {
  id: string;
  account: string;
  name: string;
  public_key: string;
  transports: string;
  rp: string;
  handle: string;
  signs_in: number;
  created_ms: number;
  used_ms: number | null;
};

function storedOf({ id, account, name, rp, handle, ...row }: Row): StoredPasskey {
  return {
    ...{ id, account, name, rp, handle },
    publicKey: row.public_key,
    transports: JSON.parse(row.transports) as string[],
    signsIn: row.signs_in === 1,
    createdMs: row.created_ms,
    usedMs: row.used_ms,
  };
}
