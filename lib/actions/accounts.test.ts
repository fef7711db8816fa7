import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callerAt } from '../../e2e/support/a-caller';
import { startRuntime } from '../../e2e/support/a-runtime';
import { type RedisServer, startRedisServer } from '../../e2e/support/redis-server';
import type { SignInWay } from '../contract/rights';
import { commandLineAccount } from '../domain/access/same-person';
import { hashPassword } from '../server/access/password';
import type { Runtime } from '../server/runtime/types';
import { accountsAnswer, addToken, endSessions } from './accounts';
import type { Caller } from './with-audit';

const PASSWORD = 'correct horse battery';
const caller = callerAt('127.0.0.1');
let server: RedisServer;
let folder: string;
let runtime: Runtime;
beforeAll(async () => {
  server = await startRedisServer();
  folder = await mkdtemp(join(tmpdir(), 'lockscope-accounts-'));
  const file = join(folder, 'lockscope.config.json');
  await writeFile(
    file,
    JSON.stringify({ signIn: { local: true }, targets: [{ name: 'test', url: server.url }] }),
  );
  runtime = await startRuntime({ LOCKSCOPE_CONFIG: file });
  const password = await hashPassword(PASSWORD);
  await runtime.access.accounts.addUser({ name: 'Alice', password, groups: [] });
});
afterAll(async () => {
  await runtime.close();
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const audited = async () => (await runtime.history.audit({ limit: 1 }))[0];

test('all sessions of a person end, however their name is spelt, and the audit says how many', async () => {
  const enter = () =>
    runtime.access.withPassword({ name: 'alice', password: PASSWORD, address: '10.0.0.1', agent: 'test' });
  const signedIn = [await enter(), await enter()];
  const streams = signedIn.map(({ principal }) =>
    runtime.access.untilSessionEnds(principal, new Request('http://console/api/events')),
  );
  await endSessions(runtime, ' Alice', caller);
  expect(await runtime.access.accounts.sessions()).toEqual([]);
  expect(streams.map(({ aborted }) => aborted)).toEqual([true, true]);
  expect(await audited()).toMatchObject({ outcome: 'signed-out', details: { sessions: 2 } });
});

test('where nobody of this name is signed in the answer says so, and the audit too', async () => {
  await expect(endSessions(runtime, 'nobody-at-all', caller)).rejects.toMatchObject({ code: 'not-found' });
  expect(await audited()).toMatchObject({ action: 'end-sessions', key: 'nobody-at-all' });
  expect((await audited())?.outcome).not.toBe('signed-out');
});

test('sessions end however many others there are that were used later', { timeout: 60_000 }, async () => {
  const { accounts } = runtime.access;
  const own = { account: 'alice', name: 'Alice', via: 'password', groups: [] } as const;
  const from = { address: '10.0.0.1', agent: 'test' };
  await accounts.openSession({ ...own, groups: [], ...from });
  const others = Array.from({ length: 500 }, (_, at) => {
    const name = `user-${at}`;
    return accounts.openSession({ ...own, account: name, name, groups: [], ...from });
  });
  await Promise.all(others);
  const ofAlice = runtime.archive.db.updateTable('sessions').where('account', '=', 'alice');
  await ofAlice.set(({ eb }) => ({ seen_ms: eb('seen_ms', '-', 60_000) })).execute();
  expect((await accounts.sessions()).some(({ account }) => account === 'alice')).toBe(false);
  await endSessions(runtime, 'alice', caller);
  expect(await audited()).toMatchObject({ outcome: 'signed-out', details: { sessions: 1 } });
});

test('the list says of each token how the loss of the rights of its maker reaches it', async () => {
  const grants = [{ rights: ['view' as const], targets: ['*'], keys: ['*'] }];
  const by = (account: string, via: SignInWay): Caller => ({ ...caller, by: { ...caller.by, account, via } });
  for (const [account, via] of [
    ['alice', 'password'],
    ['alice', 'passkey'],
    ['ann@example.com', 'oidc'],
    ['mk', 'proxy'],
    ['machine', 'machine'],
  ] as const)
    await addToken(runtime, { name: via, days: 1, grants }, by(account, via));
  const { accounts } = runtime.access;
  const expiresMs = Date.now() + 60_000;
  await accounts.addToken({ name: 'older', account: 'bob', grants, expiresMs });
  await accounts.addToken({ name: 'line', account: commandLineAccount('root'), grants, expiresMs });
  const { tokens } = await accountsAnswer(runtime);
  expect(tokens.map(({ name, via, endsWithMaker }) => [name, via, endsWithMaker])).toEqual([
    ['password', 'password', 'at-once'],
    ['passkey', 'passkey', 'at-once'],
    ['oidc', 'oidc', 'when-seen'],
    ['proxy', 'proxy', 'when-seen'],
    ['machine', 'machine', 'never'],
    ['older', null, 'when-seen'],
    ['line', null, 'never'],
  ]);
});
