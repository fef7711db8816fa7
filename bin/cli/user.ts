import type { AuditEntry } from '../../lib/contract/audit';
import { accountOf } from '../../lib/domain/access/principal';
import { isConsoleError } from '../../lib/domain/values/errors';
import { openArchive } from '../../lib/history/archive/open-archive';
import { createAccounts } from '../../lib/server/access/accounts';
import { checkPassword, hashPassword } from '../../lib/server/access/password';
import { type Config, loadConfig } from '../../lib/server/config/config';
import { actor } from './actor';
import { CommandError, ExitCode } from './exit-code';
import type { Output } from './output';

export type UserOptions = { groups: string[] | null; json: boolean };
type Change = 'add' | 'password' | 'groups' | 'remove' | 'forget-passkeys';

/** Reads a password; null = there is nobody to type one, and nothing came on the standard input. */
type ReadPassword = (question: string) => Promise<string | null>;

export type Place = { env: Readonly<Record<string, string | undefined>>; folder: string };

/**
 * Adds, changes or removes a user with a password, in the database of the history that the configuration names: no console
 * has to run. One that runs knows it at once, and ends the sessions of the user within seconds. The audit has it.
 */
export async function changeUser(
  change: Change,
  name: string,
  { groups, json }: UserOptions,
  { place, out, read }: { place: Place; out: Output; read: ReadPassword },
): Promise<void> {
  await withAccounts(place, async ({ accounts, audit }) => {
    const password = change === 'add' || change === 'password' ? await passwordFor(name, read) : null;
    const details = { actorIs: 'claimed', by: 'command line', ...(groups && { groups }) };
    await audit({ action: 'user', key: name, details: { ...details, change } }, async () => {
      if (change === 'add')
        return accounts.addUser({ name, password: await hashPassword(password ?? ''), groups: groups ?? [] });
      if (change === 'forget-passkeys') {
        // Of somebody whom a provider signs in as well: no row of theirs is needed.
        if ((await accounts.forgetPasskeys(accountOf(name))) > 0) return;
        throw new CommandError(ExitCode.notFound, 'not-found', `${name} has no passkey`);
      }
      const known =
        change === 'remove'
          ? await accounts.removeUser(name)
          : await accounts.changeUser(name, {
              ...(password !== null && { password: await hashPassword(password) }),
              ...(change === 'groups' && { groups: groups ?? [] }),
            });
      if (!known) throw new CommandError(ExitCode.notFound, 'not-found', `there is no user ${name}`);
    });
  });
  out.line(json ? JSON.stringify({ user: name, change }) : `${name}: ${DONE[change]}`);
}

const DONE: Record<Change, string> = {
  add: 'added',
  password: 'has a new password; every session ended',
  groups: 'is in other groups; every session ended',
  remove: 'removed; every session ended',
  'forget-passkeys': 'has no passkey any more; every session ended',
};

/** Lists the users with a password. */
export async function listUsers({ json }: { json: boolean }, place: Place, out: Output): Promise<void> {
  await withAccounts(place, async ({ accounts }) => {
    const users = await accounts.users();
    if (json) return out.line(JSON.stringify({ users }, null, 2));
    if (users.length === 0) return out.line('There is no user with a password.');
    for (const { name, groups } of users) out.line(`${name}  ${groups.join(', ') || 'no group'}`);
  });
}

type Audited = Pick<AuditEntry, 'action' | 'key' | 'details'>;

type Opened = {
  accounts: ReturnType<typeof createAccounts>;
  config: Config;
  /** Does it between its attempt in the audit and what came of it; `done` = the outcome where it succeeds. */
  audit(entry: Audited, act: () => Promise<void>, done?: AuditEntry['outcome']): Promise<void>;
};

/** Opens what the history's database keeps of users and tokens: no console has to run. Closes it again. */
export async function withAccounts(
  { env, folder }: Place,
  work: (opened: Opened) => Promise<void>,
): Promise<void> {
  const config = loadConfig(env, folder, { mayBeEmpty: true });
  const { history } = config;
  if (history.url === 'memory:')
    throw new CommandError(
      ExitCode.usage,
      'usage',
      'users and tokens are kept with the history, and this one is in memory',
    );
  const archive = openArchive({ url: history.url });
  try {
    const audit: Opened['audit'] = async (entry, act, done = 'changed') => {
      const { id } = await archive.appendAudit({
        atMs: Date.now(),
        actor: actor(),
        target: '',
        lockId: null,
        holder: null,
        reason: '',
        outcome: 'attempted',
        ...entry,
      });
      let outcome = done;
      try {
        await act();
      } catch (error) {
        outcome = isConsoleError(error) || error instanceof CommandError ? 'refused' : 'failed';
        throw error;
      } finally {
        await archive.updateAudit(id, { outcome, details: entry.details });
      }
    };
    await work({ accounts: createAccounts(archive, Date.now), config, audit });
  } finally {
    await archive.close();
  }
}

async function passwordFor(name: string, read: ReadPassword): Promise<string> {
  const password = await read(`Password for ${name}: `);
  if (password === null)
    throw new CommandError(
      ExitCode.usage,
      'usage',
      'a password is read from a terminal or the standard input',
    );
  checkPassword(password);
  return password;
}
