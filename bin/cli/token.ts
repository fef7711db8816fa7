import { type Grant, TokenRequest } from '../../lib/contract/access/sessions';
import { commandLineAccount } from '../../lib/domain/access/same-person';
import { endOfToken } from '../../lib/domain/access/token-maker';
import { actor } from './actor';
import { CommandError, ExitCode } from './exit-code';
import { type Output, table } from './output';
import { type Place, withAccounts } from './user';

const DAY_MS = 86_400_000;
const EVERYTHING = ['*'];

/** What one line asks for. `id` as `token list` shows it. */
export type TokenCommand = { json: boolean } & (
  | { does: 'add'; name: string; days: number; rights: string[]; targets: string[]; keys: string[] }
  | { does: 'list' }
  | { does: 'revoke'; id: number }
);

/**
 * Makes, lists or revokes tokens for programs, in the database of the history that the configuration names: a token makes no
 * tokens itself, so this asks no console. Consoles that run know it at once, and after a revocation within two seconds. The
 * audit has it.
 */
export async function tokenCommand(command: TokenCommand, place: Place, out: Output): Promise<void> {
  if (command.does === 'add') return addToken(command, place, out);
  if (command.does === 'revoke') return revokeToken(command, place, out);
  return listTokens(command, place, out);
}

type Of<Does> = Extract<TokenCommand, { does: Does }>;

async function addToken({ name, days, json, ...grant }: Of<'add'>, place: Place, out: Output): Promise<void> {
  const { targets, keys } = grant;
  const asked = TokenRequest.safeParse({
    ...{ name, days },
    grants: [{ rights: grant.rights, targets: orAll(targets), keys: orAll(keys) }],
  });
  if (!asked.success)
    throw new CommandError(ExitCode.usage, 'usage', asked.error.issues.map(problemOf).join('; '));
  const { grants } = asked.data;
  await withAccounts(place, async ({ accounts, audit, config }) => {
    const expiresMs = Date.now() + days * DAY_MS;
    const details = { ...BY, grants, expiresMs };
    const entry = { action: 'add-token', key: name, details } as const;
    const of = { name, account: commandLineAccount(actor()), grants, expiresMs };
    const work = async () => {
      const { id, token } = await accounts.addToken(of);
      Object.assign(details, { token: id });
      if (json) return out.line(JSON.stringify({ id, token, expiresMs }));
      out.errorLine(`Token ${id}, ${name}, until ${dayOf(expiresMs)}. It is shown this once:`);
      out.line(token);
      if (!config.signIn)
        out.errorLine(
          'Nobody signs in to this console: until its configuration has signIn, no token counts.',
        );
    };
    await audit(entry, work, 'added');
  });
}

async function revokeToken({ id, json }: Of<'revoke'>, place: Place, out: Output): Promise<void> {
  await withAccounts(place, async ({ accounts, audit }) => {
    const found = (await accounts.tokens()).find((token) => token.id === id);
    const entry = {
      action: 'revoke-token',
      key: found?.name ?? `${id}`,
      details: { ...BY, token: id },
    } as const;
    const work = async () => {
      if ((await accounts.removeToken(id)) === null)
        throw new CommandError(ExitCode.notFound, 'not-found', `there is no token ${id}`);
    };
    await audit(entry, work, 'revoked');
    out.line(json ? JSON.stringify({ id, change: 'revoke' }) : `${id}  ${found?.name}: revoked`);
  });
}

async function listTokens({ json }: Of<'list'>, place: Place, out: Output): Promise<void> {
  await withAccounts(place, async ({ accounts }) => {
    const kept = await accounts.tokens();
    const tokens = kept.map((token) => ({ ...token, endsWithMaker: endOfToken(token) }));
    if (json) return out.line(JSON.stringify({ tokens }, null, 2));
    if (tokens.length === 0) return out.line('There is no token.');
    const rows = tokens.map(({ id, name, account, grants, expiresMs, usedMs }) => [
      ...[String(id), name, grants.map(grantWords).join('; ')],
      `${expiresMs <= Date.now() ? 'ended ' : ''}${dayOf(expiresMs)}`,
      ...[usedMs === null ? 'never' : dayOf(usedMs), account],
    ]);
    out.line(table(['ID', 'NAME', 'MAY', 'EXPIRES', 'LAST USED', 'BY'], rows));
    const byVisit = tokens.filter(({ endsWithMaker }) => endsWithMaker === 'when-seen');
    if (byVisit.length === 0) return;
    const which = byVisit.map(({ id }) => id).join(', ');
    out.line(`Known only when whoever made it comes again: whether they still may (${which}).`);
  });
}

const BY = { actorIs: 'claimed', by: 'command line' };

const orAll = (globs: string[]) => (globs.length === 0 ? EVERYTHING : globs);

function grantWords({ rights, targets, keys }: Grant): string {
  const on = targets.includes('*') ? 'all targets' : targets.join(', ');
  return `${rights.join(', ')} on ${on}${keys.includes('*') ? '' : ` (${keys.join(' ')})`}`;
}

function dayOf(atMs: number): string {
  return `${new Date(atMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

function problemOf({ path, message }: { path: PropertyKey[]; message: string }): string {
  const option = { rights: '--right', targets: '--target', keys: '--key' }[String(path[2])];
  return `${option ?? (path[0] === 'days' ? '--days' : String(path[0]))}: ${message}`;
}
