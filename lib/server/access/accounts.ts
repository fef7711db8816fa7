import { accountOf } from '../../domain/access/principal';
import { ConsoleError } from '../../domain/values/errors';
import type { Archive } from '../../history/archive/archive-types';
import { type ApiToken, apiTokenOf, knownUserOf, type Session, sessionOf, type User } from './account-rows';
import { hashOf, newSecret, seal, unseal } from './secrets';

/** Starts every token, so that one that leaked can be found in a text. */
export const TOKEN_PREFIX = 'lsk_';
const USER = /^[A-Za-z0-9][A-Za-z0-9._@-]{0,63}$/;

/** Throws `invalid-argument` for a name that no user may have. */
function checkUserName(name: string): void {
  if (USER.test(name)) return;
  const text = 'name: must be 1 to 64 letters, digits or . _ @ -, and begin with a letter or digit';
  throw new ConsoleError('invalid-argument', text, { setting: 'name' });
}

export type Accounts = ReturnType<typeof createAccounts>;

/**
 * Users, sessions, tokens and failed attempts, in the database of the history, so that several consoles share them. Every
 * method rejects as the archive does while that cannot be read or written.
 */
export function createAccounts({ db }: Pick<Archive, 'db'>, now: () => number) {
  return {
    /** Throws `changed` when there is such a user already. */
    async addUser({ name, password, groups }: { name: string; password: string; groups: string[] }) {
      checkUserName(name);
      const account = accountOf(name);
      if (await userOf(account))
        throw new ConsoleError('changed', `There is a user ${name} already.`, { setting: 'name' });
      const atMs = now();
      await db
        .insertInto('users')
        .values({
          account,
          name,
          password,
          groups: JSON.stringify(groups),
          created_ms: atMs,
          changed_ms: atMs,
        })
        .execute();
    },

    /** A new password or new groups end all sessions of the user, new groups its tokens too. Whether there is one. */
    async changeUser(name: string, change: { password?: string; groups?: string[] }): Promise<boolean> {
      const account = accountOf(name);
      const { password, groups } = change;
      const changed = await db
        .updateTable('users')
        .set({
          changed_ms: now(),
          ...(password !== undefined && { password }),
          ...(groups !== undefined && { groups: JSON.stringify(groups) }),
        })
        .where('account', '=', account)
        .returning('account')
        .execute();
      await endSessionsOf(account);
      if (groups !== undefined) await removeTokensOf(account);
      return changed.length > 0;
    },

    /** Ends all sessions of the user, its tokens and its passkeys. Whether there was one. */
    async removeUser(name: string): Promise<boolean> {
      const account = accountOf(name);
      const gone = await db.deleteFrom('users').where('account', '=', account).returning('account').execute();
      await endSessionsOf(account);
      await removeTokensOf(account);
      await removePasskeysOf(account);
      return gone.length > 0;
    },

    /** Removes the passkeys of an account, whose user lost them, and ends its sessions. Returns how many there were. */
    async forgetPasskeys(account: string): Promise<number> {
      const gone = await removePasskeysOf(account);
      await endSessionsOf(account); // after it: none is opened by them any more
      return gone;
    },

    async users(): Promise<User[]> {
      const rows = await db.selectFrom('users').selectAll().orderBy('account').execute();
      return rows.map((row) => knownUserOf(row));
    },

    userOf,

    /**
     * Returns the id of a new session, which is kept nowhere; `kept` can be read with it only. `passkey` = the one that its
     * user answered with just now.
     */
    async openSession(
      of: Pick<Session, 'account' | 'name' | 'via' | 'groups' | 'address' | 'agent'> & { passkey?: string },
      kept: string | null = null,
      by: { subject: string | null; sid: string | null } = { subject: null, sid: null },
    ): Promise<string> {
      const id = newSecret();
      const atMs = now();
      const { account, name, via, groups, address, agent, passkey = null } = of;
      await db
        .insertInto('sessions')
        .values({
          hash: hashOf(id),
          account,
          name,
          via,
          groups: JSON.stringify(groups),
          created_ms: atMs,
          seen_ms: atMs,
          address,
          agent,
          sealed: kept === null ? null : seal(kept, id),
          checked_ms: atMs,
          ...by,
          passkey,
          stepped_ms: passkey === null ? null : atMs,
        })
        .execute();
      return id;
    },

    /** What a session keeps; null = nothing. */
    async keptBy(id: string): Promise<string | null> {
      const row = await db
        .selectFrom('sessions')
        .where('hash', '=', hashOf(id))
        .select('sealed')
        .executeTakeFirst();
      return row?.sealed ? unseal(row.sealed, id) : null;
    },

    /** Whether it is this caller, of all consoles, who asks the provider now. */
    async claimCheck({ hash, checkedMs }: Pick<Session, 'hash' | 'checkedMs'>): Promise<boolean> {
      const claimed = await db
        .updateTable('sessions')
        .set({ checked_ms: now() })
        .where('hash', '=', hash)
        .where('checked_ms', '=', checkedMs)
        .returning('hash')
        .execute();
      return claimed.length > 0;
    },

    /** What the provider says by now. Whether there is still such a session. */
    async renewSession(id: string, groups: readonly string[], kept: string): Promise<boolean> {
      const renewed = await db
        .updateTable('sessions')
        .set({ groups: JSON.stringify(groups), sealed: seal(kept, id) })
        .where('hash', '=', hashOf(id))
        .returning('hash')
        .execute();
      return renewed.length > 0;
    },

    async session(hash: string): Promise<Session | null> {
      const row = await db.selectFrom('sessions').where('hash', '=', hash).selectAll().executeTakeFirst();
      return row ? sessionOf(row) : null;
    },

    async touchSession(hash: string, seenMs: number): Promise<void> {
      await db.updateTable('sessions').set({ seen_ms: seenMs }).where('hash', '=', hash).execute();
    },

    /** The 500 that were used last, of all or of one account, the last one first. */
    async sessions(account: string | null = null): Promise<Session[]> {
      const all = db.selectFrom('sessions').selectAll().orderBy('seen_ms', 'desc').limit(500);
      const rows = await all.$if(account !== null, (own) => own.where('account', '=', account)).execute();
      return rows.map(sessionOf);
    },

    async endSession(hash: string): Promise<void> {
      await db.deleteFrom('sessions').where('hash', '=', hash).execute();
    },

    endSessionsOf,

    removeTokensOf,

    /** Removes sessions that nobody can use any more. */
    async forgetSessions({
      seenBeforeMs,
      createdBeforeMs,
    }: {
      seenBeforeMs: number;
      createdBeforeMs: number;
    }) {
      await db
        .deleteFrom('sessions')
        .where(({ eb, or }) => or([eb('seen_ms', '<', seenBeforeMs), eb('created_ms', '<', createdBeforeMs)]))
        .execute();
    },

    /** The token itself is returned, and kept as a hash only. */
    async addToken(
      of: Pick<ApiToken, 'name' | 'account' | 'grants' | 'expiresMs'> & { via?: ApiToken['via'] },
    ) {
      const token = `${TOKEN_PREFIX}${newSecret()}`;
      const { name, account, grants, expiresMs, via = null } = of;
      const { id } = await db
        .insertInto('tokens')
        .values({
          ...{ hash: hashOf(token), name, account, via, grants: JSON.stringify(grants) },
          ...{ created_ms: now(), expires_ms: expiresMs, used_ms: null },
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return { id, token };
    },

    async tokens(): Promise<ApiToken[]> {
      const rows = await db.selectFrom('tokens').selectAll().orderBy('id').execute();
      return rows.map(apiTokenOf);
    },

    async hasTokens(account: string): Promise<boolean> {
      const own = db.selectFrom('tokens').where('account', '=', account).select('id').limit(1);
      return (await own.execute()).length > 0;
    },

    async token(hash: string): Promise<ApiToken | null> {
      const row = await db.selectFrom('tokens').where('hash', '=', hash).selectAll().executeTakeFirst();
      return row ? apiTokenOf(row) : null;
    },

    async touchToken(id: number, usedMs: number): Promise<void> {
      await db.updateTable('tokens').set({ used_ms: usedMs }).where('id', '=', id).execute();
    },

    /** Returns the hash of the token; null = there was none. */
    async removeToken(id: number): Promise<string | null> {
      const [gone] = await db.deleteFrom('tokens').where('id', '=', id).returning('hash').execute();
      return gone?.hash ?? null;
    },

    /** Returns its number, which grows with every attempt. */
    async addTry(account: string, address: string): Promise<number> {
      const values = { at_ms: now(), account, address };
      const row = await db
        .insertInto('sign_in_tries')
        .values(values)
        .returning('id')
        .executeTakeFirstOrThrow();
      return row.id;
    },

    async forgetTry(nth: number): Promise<void> {
      await db.deleteFrom('sign_in_tries').where('id', '=', nth).execute();
    },

    /** Attempts since then, up to one of this number, of an account or from an address; the oldest first. */
    async tries(account: string, address: string, sinceMs: number, upTo: number) {
      const rows = await db
        .selectFrom('sign_in_tries')
        .where('at_ms', '>=', sinceMs)
        .where('id', '<=', upTo)
        .where(({ eb, or }) => or([eb('account', '=', account), eb('address', '=', address)]))
        .select(['account', 'address', 'at_ms'])
        .orderBy('id')
        .limit(1_000)
        .execute();
      return rows.map((row) => ({ account: row.account, address: row.address, atMs: row.at_ms }));
    },

    async forgetTriesOf(account: string, address: string): Promise<void> {
      await db
        .deleteFrom('sign_in_tries')
        .where('account', '=', account)
        .where('address', '=', address)
        .execute();
    },

    async forgetTries(beforeMs: number): Promise<void> {
      await db.deleteFrom('sign_in_tries').where('at_ms', '<', beforeMs).execute();
    },
  };

  async function userOf(account: string): Promise<(User & { password: string }) | null> {
    const row = await db.selectFrom('users').where('account', '=', account).selectAll().executeTakeFirst();
    return row ? { ...knownUserOf(row), password: row.password } : null;
  }

  async function removePasskeysOf(account: string): Promise<number> {
    const gone = await db.deleteFrom('passkeys').where('account', '=', account).returning('id').execute();
    return gone.length;
  }

  /** Tokens have the rights that whoever made them had. */
  async function removeTokensOf(account: string): Promise<void> {
    await db.deleteFrom('tokens').where('account', '=', account).execute();
  }

  /** Returns their hashes. */
  async function endSessionsOf(account: string): Promise<string[]> {
    const ended = await db.deleteFrom('sessions').where('account', '=', account).returning('hash').execute();
    return ended.map(({ hash }) => hash);
  }
}
