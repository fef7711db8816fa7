import type { AccessChange, AccountsAnswer, TokenRequest, TokenResult } from '../contract/access/sessions';
import { endOfToken } from '../domain/access/token-maker';
import { ConsoleError } from '../domain/values/errors';
import type { Runtime } from '../server/runtime/types';
import { type AuditedAttempt, type Caller, withAudit } from './with-audit';

const DAY_MS = 86_400_000;

/** Users with a password, who is signed in, and tokens. Throws what the database does. */
export async function accountsAnswer({
  access,
  now,
}: Pick<Runtime, 'access' | 'now'>): Promise<AccountsAnswer> {
  const { accounts } = access;
  const [users, sessions, tokens] = [
    await accounts.users(),
    await accounts.sessions(),
    await accounts.tokens(),
  ];
  return {
    users: users.map(({ account: _, ...user }) => user),
    sessions: sessions.map(({ hash: _, groups: __, checkedMs: ___, ...session }) => session),
    tokens: tokens.map((token) => ({ ...token, endsWithMaker: endOfToken(token) })),
    nowMs: now(),
  };
}

/** Makes a token, which is in the answer and nowhere else. The audit has it before it is made. */
export async function addToken(runtime: Runtime, body: TokenRequest, caller: Caller): Promise<TokenResult> {
  const { name, days } = body;
  const grants = body.grants.map((grant) => ({ ...grant }));
  const expiresMs = runtime.now() + days * DAY_MS;
  const { account, via } = caller.by;
  if (via === 'token') throw new ConsoleError('denied', 'A token makes no tokens.', { right: 'admin' });
  const attempt = attemptOf('add-token', name, caller, { grants, expiresMs });
  const { result } = await withAudit(runtime, attempt, async () => {
    const made = await runtime.access.accounts.addToken({ name, account, via, grants, expiresMs });
    return { outcome: 'added', facts: { token: made.id }, result: made } as const;
  });
  return { ...result, expiresMs };
}

/** Ends a token at once in this console, within seconds in others. Throws `not-found`. */
export async function revokeToken(runtime: Runtime, id: string, caller: Caller): Promise<AccessChange> {
  const { accounts } = runtime.access;
  const token = (await accounts.tokens()).find((each) => String(each.id) === id);
  if (!token) throw new ConsoleError('not-found', 'There is no such token.', { id });
  const { entry } = await withAudit(runtime, attemptOf('revoke-token', token.name, caller, {}), async () => {
    await runtime.access.revokeToken(token.id);
    return { outcome: 'revoked', facts: { token: token.id }, result: null } as const;
  });
  return { auditId: entry.id, nowMs: runtime.now() };
}

/** Ends all sessions of whoever has this name, with their streams. Throws `not-found` where there are none. */
export async function endSessions(runtime: Runtime, name: string, caller: Caller): Promise<AccessChange> {
  const { entry } = await withAudit(runtime, attemptOf('end-sessions', name, caller, {}), async () => {
    const sessions = await runtime.access.signOutEverywhere(name);
    if (sessions === 0)
      throw new ConsoleError('not-found', 'Nobody of this name is signed in.', { id: name });
    return { outcome: 'signed-out', facts: { sessions }, result: null } as const;
  });
  return { auditId: entry.id, nowMs: runtime.now() };
}

function attemptOf(
  action: AuditedAttempt['action'],
  key: string,
  caller: Caller,
  details: AuditedAttempt['details'],
): AuditedAttempt {
  return { action, target: '', lockId: null, key, caller, details };
}
