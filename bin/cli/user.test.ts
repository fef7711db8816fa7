import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isConsoleError } from '../../lib/domain/values/errors';
import { openArchive } from '../../lib/history/archive/open-archive';
import { createAccounts } from '../../lib/server/access/accounts';
import { isPassword } from '../../lib/server/access/password';
import { CommandError } from './exit-code';
import { changeUser, listUsers } from './user';

const PASSWORD = 'correct horse battery';
let folder: string;
let env: Record<string, string>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lockscope-user-'));
  env = { LOCKSCOPE_REDIS_URL: 'redis://127.0.0.1:1', LOCKSCOPE_HISTORY_URL: join(folder, 'history.db') };
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function aTerminal(typed: string | null = PASSWORD) {
  const lines: string[] = [];
  const out = { line: (text: string) => void lines.push(text), errorLine: () => {}, ask: async () => null };
  return { lines, with: { place: { env, folder }, out, read: async () => typed } };
}

async function change(
  what: Parameters<typeof changeUser>[0],
  name: string,
  { groups = null, typed = PASSWORD }: { groups?: string[] | null; typed?: string | null } = {},
) {
  const terminal = aTerminal(typed);
  await changeUser(what, name, { groups, json: false }, terminal.with);
  return terminal.lines;
}

async function kept<T>(work: (archive: ReturnType<typeof openArchive>) => Promise<T>): Promise<T> {
  const archive = openArchive({ url: env.LOCKSCOPE_HISTORY_URL ?? '' });
  try {
    return await work(archive);
  } finally {
    await archive.close();
  }
}

const userOf = (account: string) => kept((archive) => createAccounts(archive, Date.now).userOf(account));

test('a user is added, changed and removed, and the audit has each of it with who did it', async () => {
  expect(await change('add', 'MK', { groups: ['operator', 'sre'] })).toEqual(['MK: added']);
  expect(await userOf('mk')).toMatchObject({ name: 'MK', groups: ['operator', 'sre'] });
  await change('groups', 'mk', { groups: ['sre'] });
  await change('password', 'mk', { typed: 'another long password' });
  const user = await userOf('mk');
  expect(user?.groups).toEqual(['sre']);
  expect(await isPassword('another long password', user?.password ?? null)).toBe(true);
  const listed = aTerminal();
  await listUsers({ json: false }, { env, folder }, listed.with.out);
  expect(listed.lines).toEqual(['MK  sre']);
  await change('remove', 'mk');
  expect(await userOf('mk')).toBeNull();
  const entries = await kept((archive) => archive.audit({ limit: 10 }));
  expect(entries.map(({ action, key, outcome, details }) => [action, key, outcome, details.change])).toEqual([
    ['user', 'mk', 'changed', 'remove'],
    ['user', 'mk', 'changed', 'password'],
    ['user', 'mk', 'changed', 'groups'],
    ['user', 'MK', 'changed', 'add'],
  ]);
  expect(JSON.stringify(entries)).not.toContain(PASSWORD);
});

test('what is refused changes nothing, says why, and is in the audit', async () => {
  await change('add', 'mk');
  const before = await userOf('mk');
  await expect(change('add', 'MK', { groups: ['admin'] })).rejects.toThrow('There is a user MK already');
  await expect(change('password', 'mk', { typed: 'short' })).rejects.toThrow('12 to 1024 characters');
  await expect(change('add', 'no one')).rejects.toThrow('name: must be');
  await expect(change('remove', 'nobody')).rejects.toThrow('there is no user nobody');
  await expect(change('add', 'tb', { typed: null })).rejects.toThrow('a password is read from');
  expect(await userOf('mk')).toEqual(before);
  const entries = await kept((archive) => archive.audit({ limit: 10, outcome: 'refused' }));
  expect(entries.map(({ key }) => key)).toEqual(['nobody', 'no one', 'MK']);
});

test('passkeys that somebody lost are removed, of a user or not, and their sessions end', async () => {
  await change('add', 'mk');
  const row = {
    ...{ nth: 0, name: 'laptop', public_key: 'a', counter: 0, transports: '[]', rp: 'localhost' },
    ...{ handle: 'h', signs_in: 1, created_ms: 1, used_ms: null },
  };
  await kept(async (archive) => {
    for (const account of ['mk', 'ak@example.com'])
      await archive.db
        .insertInto('passkeys')
        .values({ ...row, id: account, account })
        .execute();
    const of = { account: 'mk', name: 'mk', groups: [], address: '', agent: '' };
    await createAccounts(archive, Date.now).openSession({ ...of, via: 'passkey', passkey: 'mk' });
  });
  expect(await change('forget-passkeys', 'MK')).toEqual(['MK: has no passkey any more; every session ended']);
  await change('forget-passkeys', 'AK@example.com');
  await expect(change('forget-passkeys', 'mk')).rejects.toThrow('mk has no passkey');
  expect(await kept((archive) => archive.db.selectFrom('passkeys').selectAll().execute())).toEqual([]);
  expect(await kept((archive) => createAccounts(archive, Date.now).sessions())).toEqual([]);
  expect(await userOf('mk')).not.toBeNull();
});

test('users are not kept where the history is not', async () => {
  env.LOCKSCOPE_HISTORY_URL = 'memory:';
  const failure = await change('add', 'mk').catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(CommandError);
  expect(isConsoleError(failure)).toBe(false);
});
