import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openArchive } from '../../lib/history/archive/open-archive';
import { createAccess } from '../../lib/server/access/access';
import { loadConfig } from '../../lib/server/config/config';
import { type Commands, createProgram } from './program';
import { type TokenCommand, tokenCommand } from './token';

const DAY_MS = 86_400_000;
let folder: string;
let env: Record<string, string>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lockscope-token-'));
  const file = join(folder, 'signed-in.json');
  const targets = [{ name: 'orders', url: 'redis://127.0.0.1:1' }];
  await writeFile(file, JSON.stringify({ targets, signIn: { local: true }, history: { url: 'history.db' } }));
  env = { LOCKSCOPE_CONFIG: file };
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Runs one command line and returns what it printed. */
async function run(...argv: string[]): Promise<{ lines: string[]; notes: string[] }> {
  const commands: TokenCommand[] = [];
  const token = async (command: TokenCommand) => void commands.push(command);
  const program = createProgram({ token } as Commands);
  for (const command of program.commands.flatMap((each) => [each, ...each.commands]))
    command.configureOutput({ writeErr: () => {} }).exitOverride();
  await program.parseAsync(['token', ...argv], { from: 'user' });
  const lines: string[] = [];
  const notes: string[] = [];
  const out = {
    line: (text: string) => void lines.push(...text.split('\n')),
    errorLine: (text: string) => void notes.push(text),
    ask: async () => null,
  };
  await tokenCommand(commands[0] as TokenCommand, { env, folder }, out);
  return { lines, notes };
}

/** Who sends a request with this token, to a console on the same database. */
async function principalOf(token: string) {
  const config = loadConfig(env, folder);
  const archive = openArchive({ url: config.history.url });
  const access = createAccess({ signIn: config.signIn, archive, now: Date.now });
  try {
    const headers = { authorization: `Bearer ${token}` };
    return await access.principalOf(new Request('http://console/', { headers }));
  } finally {
    access.close();
    await archive.close();
  }
}

async function audited() {
  const archive = openArchive({ url: loadConfig(env, folder).history.url });
  try {
    return await archive.audit({ limit: 10 });
  } finally {
    await archive.close();
  }
}

test('a token that was added counts, is listed, and counts no more once it was revoked', async () => {
  const asked = ['ci-smoke', '--right', 'view', '--right', 'annotate', '--target', 'orders', '--days', '30'];
  const { lines, notes } = await run('add', ...asked, '--key', 'payout:*');
  const [token = ''] = lines;
  expect([lines.length, token]).toEqual([1, expect.stringMatching(/^lsk_/)]);
  expect(notes.join()).toMatch(/^Token \d+, ci-smoke, until .* It is shown this once:$/);
  const grants = [{ rights: ['view', 'annotate'], targets: ['orders'], keys: ['payout:*'] }];
  expect(await principalOf(token)).toMatchObject({ name: 'ci-smoke', via: 'token', grants });
  const [head = '', row = ''] = (await run('list')).lines;
  expect(head).toMatch(/^ID +NAME +MAY +EXPIRES +LAST USED +BY$/);
  expect(row).toMatch(/ci-smoke +view, annotate on orders \(payout:\*\) .* command line \(.+\)$/);
  expect(row).not.toContain(token);
  const id = row.split(' ')[0] ?? '';
  expect((await run('revoke', id)).lines).toEqual([`${id}  ci-smoke: revoked`]);
  expect(await principalOf(token)).toBeNull();
  expect((await run('list')).lines).toEqual(['There is no token.']);
  const entries = await audited();
  expect(entries.map(({ action, key, outcome, details }) => [action, key, outcome, details.by])).toEqual([
    ['revoke-token', 'ci-smoke', 'revoked', 'command line'],
    ['add-token', 'ci-smoke', 'added', 'command line'],
  ]);
  expect(entries[1]?.details).toMatchObject({ grants, token: Number(id) });
  expect(JSON.stringify(entries)).not.toContain(token);
});

test('a token is of every target and key where none is named, and JSON has its end', async () => {
  const { lines } = await run('add', 'grafana', '--right', 'metrics', '--days', '0.5', '--json');
  const { token, expiresMs } = JSON.parse(lines.join('')) as { token: string; expiresMs: number };
  expect(expiresMs - Date.now()).toBeLessThanOrEqual(DAY_MS / 2);
  expect(await principalOf(token)).toMatchObject({
    grants: [{ rights: ['metrics'], targets: ['*'], keys: ['*'] }],
  });
});

test.each([
  [['--right', 'everything', '--days', '3'], /^--right: .*admin/],
  [['--right', 'view', '--days', '367'], /^--days: /],
  [['--right', 'view', '--days', 'soon'], /^--days: /],
])('%j is refused, and nothing is made', async (options, why) => {
  await expect(run('add', 'ci', ...options)).rejects.toThrow(why);
  expect((await run('list')).lines).toEqual(['There is no token.']);
});

test('a token that is not there cannot be revoked, and the audit has who tried', async () => {
  await expect(run('revoke', '7')).rejects.toThrow('there is no token 7');
  expect(await audited()).toMatchObject([{ action: 'revoke-token', key: '7', outcome: 'refused' }]);
});

test('where nobody signs in a new token says that it counts for nothing yet', async () => {
  env = { LOCKSCOPE_REDIS_URL: 'redis://127.0.0.1:1', LOCKSCOPE_HISTORY_URL: join(folder, 'own.db') };
  const { notes } = await run('add', 'ci', '--right', 'view', '--days', '1');
  expect(notes.at(-1)).toMatch(/^Nobody signs in to this console/);
});

test('tokens are not kept where the history is not', async () => {
  env = { LOCKSCOPE_REDIS_URL: 'redis://127.0.0.1:1', LOCKSCOPE_HISTORY_URL: 'memory:' };
  await expect(run('list')).rejects.toThrow('users and tokens are kept with the history');
});
