import { afterEach, expect, test } from 'vitest';
import type { Archive } from '../../history/archive/archive-types';
import { openArchive } from '../../history/archive/open-archive';
import { signInOf, signInSchema } from '../config/config-sign-in';
import { createAccess } from './access';
import type { Asker } from './approval-store';
import { principalNow } from './principal-now';
import { hashOf } from './secrets';

const MINUTE_MS = 60_000;
let archive: Archive;
afterEach(() => archive.close());

const ROLES = [
  { name: 'oncall', groups: ['oncall'], allow: [{ rights: ['release'] }] },
  { name: 'leads', groups: ['leads'], allow: [{ rights: ['admin'] }] },
];
const PROVIDER = {
  issuer: 'https://id.example.com',
  clientId: 'lockscope',
  url: 'https://locks.example.com',
};

/** A console whose clock the test moves. */
function aConsole(settings: object) {
  archive = openArchive({ url: 'memory:' });
  const clock = { nowMs: 1_000_000_000_000 };
  const signIn = signInOf(signInSchema.parse({ roles: ROLES, ...settings }), {});
  const access = createAccess({ signIn, archive, now: () => clock.nowMs });
  const now = (asker: Partial<Asker>) =>
    principalNow(access, { ...NOBODY, ...asker }, clock.nowMs).then((found) => found?.roles ?? null);
  return { access, clock, now };
}

const NOBODY: Asker = {
  ...{ account: 'mk', name: 'mk', via: 'oidc', session: null, roles: ['everyone', 'oncall'] },
  ...{ address: '10.0.0.1', agent: '' },
};

test('of a session by a provider the groups of one that goes on count, and none when none does', async () => {
  const { access, clock, now } = aConsole({ oidc: PROVIDER });
  const of = { account: 'mk', name: 'mk', via: 'oidc', address: '', agent: '' } as const;
  const first = hashOf(await access.accounts.openSession({ ...of, groups: ['oncall'] }));
  expect(await now({ session: first })).toEqual(['everyone', 'oncall']);
  expect(await now({ account: 'ak', session: first }), 'the session of somebody else').toBeNull();
  const second = hashOf(await access.accounts.openSession({ ...of, groups: ['leads'] }));
  expect(await now({ session: first })).toEqual(['everyone', 'oncall']);
  await access.accounts.endSession(first);
  expect(await now({ session: first })).toEqual(['everyone', 'leads']);
  clock.nowMs += 31 * MINUTE_MS;
  expect(await now({ session: second }), 'it is over by its idle time').toBeNull();
});

test('of somebody whom a proxy named the roles count that there still are', async () => {
  const proxy = { userHeader: 'x-user', from: ['10.9.0.1'] };
  expect(await aConsole({ proxy }).now({ via: 'proxy' })).toEqual(['everyone', 'oncall']);
  await archive.close();
  expect(await aConsole({ proxy, roles: [] }).now({ via: 'proxy' })).toEqual(['everyone']);
  await archive.close();
  expect(await aConsole({ local: true }).now({ via: 'proxy' }), 'none signs in so').toBeNull();
});

test('whoever uses the machine is nobody, and so is somebody of a way that is closed', async () => {
  const { now } = aConsole({ oidc: PROVIDER });
  expect(await now({ via: 'machine', account: 'machine' })).toBeNull();
  expect(await now({ via: 'password' })).toBeNull();
  expect(await now({ via: 'token', session: hashOf('none') })).toBeNull();
});
