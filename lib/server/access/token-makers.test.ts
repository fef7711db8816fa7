import { afterEach, expect, test } from 'vitest';
import type { Archive } from '../../history/archive/archive-types';
import { openArchive } from '../../history/archive/open-archive';
import { signInOf } from '../config/config-sign-in';
import { PEER } from '../front/peer';
import { createAccess } from './access';
import { hashPassword } from './password';

const DAY_MS = 86_400_000;
const PASSWORD = 'correct horse battery';
const hash = await hashPassword(PASSWORD);
const grants = [{ rights: ['release' as const], targets: ['*'], keys: ['*'] }];
const proxy = { userHeader: 'X-User', groupsHeader: 'X-Groups', from: ['10.9.0.0/16'] };
let archive: Archive;

afterEach(() => archive.close());

const asked = (headers: Record<string, string>) => new Request('http://console/api/locks', { headers });
const withToken = (token: string) => asked({ authorization: `Bearer ${token}` });
/** A request through the proxy, or one that says so and comes from elsewhere. */
const proxied = (user: string, groups: string | null, peer = '10.9.0.7') =>
  asked({ 'x-user': user, ...(groups !== null && { 'x-groups': groups }), [PEER]: peer });

function aConsole() {
  const clock = { nowMs: 1_000_000_000_000 };
  archive = openArchive({ url: 'memory:' });
  const open = (roles?: NonNullable<Parameters<typeof signInOf>[0]>['roles']) =>
    createAccess({
      signIn: signInOf({ local: true, proxy, ...(roles && { roles }) }, {}),
      archive,
      now: () => clock.nowMs,
    });
  const access = open();

  /** A token of whoever sends a request, as the endpoint makes it. */
  async function tokenOf(request: Request, name = 'ci') {
    const by = await access.principalOf(request);
    if (!by) throw new Error('nobody');
    const { account, via } = by;
    const expiresMs = clock.nowMs + DAY_MS;
    return (await access.accounts.addToken({ name, account, via, grants, expiresMs })).token;
  }
  const names = async () => (await access.accounts.tokens()).map(({ name }) => name);
  return { access, clock, open, tokenOf, names };
}

test('a token goes on while its maker comes as one who may make it, and ends once the proxy says otherwise', async () => {
  const { access, clock, tokenOf, names } = aConsole();
  for (const groups of ['operator', '', null]) {
    const token = await tokenOf(proxied('Lead', 'sre,admin'));
    const other = await tokenOf(proxied('other', 'admin'), 'other');
    await access.principalOf(proxied('LEAD', 'admin'));
    await access.principalOf(proxied('viewer', groups));
    await access.principalOf(proxied('lead', groups, '10.8.0.1')); // whoever is no proxy says nothing of anybody
    expect(await access.principalOf(withToken(token))).toMatchObject({ account: 'lead', grants });
    clock.nowMs += 3_000;

    expect((await access.principalOf(proxied('Lead', groups)))?.roles).not.toContain('admin');
    await expect.poll(names, { timeout: 15_000 }).toEqual(['other']);
    clock.nowMs += 3_000;
    expect(await access.principalOf(withToken(token))).toBeNull();
    expect(await access.principalOf(withToken(other))).not.toBeNull();
    await access.accounts.removeTokensOf('other');
  }
});

test('a request through the proxy ends no token of somebody who may make them as a user with a password', async () => {
  const { access, clock, tokenOf, names } = aConsole();
  await access.accounts.addUser({ name: 'lead', password: hash, groups: ['admin'] });
  await tokenOf(proxied('lead', 'admin'), 'kept');
  await tokenOf(proxied('mk', 'admin'), 'ended');
  clock.nowMs += 3_000;
  for (const user of ['lead', 'mk']) await access.principalOf(proxied(user, 'operator'));
  await expect.poll(names, { timeout: 15_000 }).toEqual(['kept']);
  await access.accounts.changeUser('lead', { groups: ['operator'] });
  expect(await names()).toEqual([]);
});

test('whom a proxy names is answered while the database is away', async () => {
  const { access } = aConsole();
  await archive.close();
  expect(await access.principalOf(proxied('mk', 'operator'))).toMatchObject({ account: 'mk' });
});

test('a token of a user with a password is worth nothing where the roles give them no admin any more', async () => {
  const { access, open, names } = aConsole();
  await access.accounts.addUser({ name: 'Lead', password: hash, groups: ['leads'] });
  const allow = [{ rights: ['admin' as const] }];
  const before = open([{ name: 'lead', groups: ['leads'], allow }]);
  const by = await before.withPassword({ name: 'lead', password: PASSWORD, address: '10.0.0.1', agent: '' });
  const { account, via } = by.principal;
  const of = { name: 'ci', account, grants, expiresMs: 1_000_000_000_000 + DAY_MS };
  const { token } = await access.accounts.addToken({ ...of, via });
  const unknown = await access.accounts.addToken({ ...of, name: 'older' });
  expect(await before.principalOf(withToken(token))).toMatchObject({ account: 'lead', grants });

  const after = open([{ name: 'lead', groups: ['platform'], allow }]);
  expect(await after.principalOf(withToken(token))).toBeNull();
  expect(await after.principalOf(withToken(unknown.token))).not.toBeNull();
  expect(await names()).toEqual(['older']);
});

test('a token of a user who was made again under the same name is of nobody', async () => {
  const { access, clock } = aConsole();
  const make = () => access.accounts.addUser({ name: 'lead', password: hash, groups: ['admin'] });
  await make();
  const of = { name: 'ci', account: 'lead', via: 'passkey' as const, grants };
  const { token } = await access.accounts.addToken({ ...of, expiresMs: clock.nowMs + DAY_MS });
  // As a console that was late writes it: the user was removed and made again while it was asked for.
  await archive.db.deleteFrom('users').where('account', '=', 'lead').execute();
  clock.nowMs += 1_000;
  await make();
  expect(await access.principalOf(withToken(token))).toBeNull();
});
