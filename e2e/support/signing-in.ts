import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type APIRequestContext, expect, type Page } from '@playwright/test';
import type { AuditAnswer } from '../../lib/contract/audit';
import type { RunningConsole } from './console';
import { usable } from './usable-page';

export const TEST_PASSWORD = 'correct horse battery';
const bin = fileURLToPath(new URL('../../bin/lockscope.mjs', import.meta.url));

/** The command line, where the console runs and keeps its history. */
export function consoleCommand(
  { folder }: Pick<RunningConsole, 'folder'>,
  args: string[],
  input = '',
): Promise<{ code: number; text: string }> {
  const env = {
    ...process.env,
    LOCKSCOPE_CONFIG: `${folder}/lockscope.config.json`,
    LOCKSCOPE_ACTOR: 'mk@console',
  };
  const child = spawn(process.execPath, [bin, ...args], { cwd: folder, env });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      text += chunk;
    });
  child.stdin.end(input);
  return new Promise((resolve) => child.once('close', (code) => resolve({ code: code ?? 1, text })));
}

export async function addUserTo(console: RunningConsole, name: string, ...groups: string[]): Promise<void> {
  const args = groups.flatMap((group) => ['--group', group]);
  const done = await consoleCommand(console, ['user', 'add', name, ...args], `${TEST_PASSWORD}\n`);
  expect(done).toMatchObject({ code: 0, text: expect.stringContaining(`${name}: added`) });
}

export async function signInAs(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Password').fill(TEST_PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await arrivedBySignIn(page);
}

/** Whoever signed in is on another page, which reacts to what is done to it. */
export async function arrivedBySignIn(page: Page): Promise<void> {
  await page.waitForURL(({ pathname }) => !/^\/(?:sign-in|api)/.test(pathname));
  await usable(page);
}

export async function auditEntriesOf(
  request: APIRequestContext,
  console: RunningConsole,
): Promise<AuditAnswer['entries']> {
  const answer = (await (await request.get(`${console.url}/api/audit`)).json()) as AuditAnswer;
  return answer.entries;
}
