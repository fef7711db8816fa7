import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { main } from './main';
import { nextSteps } from './next-steps';
import { openConsole } from './open';

const silent = { line: () => {}, errorLine: () => {}, ask: async () => null };
const place = (env: Record<string, string> = {}) => ({ env, folder: aFolder() });

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lockscope-open-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

async function aPortInUse(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return String((server.address() as AddressInfo).port);
}

test.each(['redis://', 'redis://db:6379/lock', 'redis://:s3cret@db:6379?db=1', 'redis://999.1.1.1'])(
  'an address that is none is refused, and nothing of it repeated: %s',
  async (redis) => {
    const refused = openConsole(redis, {}, place(), silent);
    await expect(refused).rejects.toMatchObject({ exitCode: 2, code: 'usage' });
    await expect(refused).rejects.toThrow(/^the address of the Redis must(?!.*s3cret)/);
  },
);

test('a folder with a configuration has its own targets', async () => {
  const here = place();
  writeFileSync(join(here.folder, 'lockscope.config.json'), '{}');
  const refused = openConsole('redis://db:6379', {}, here, silent);
  await expect(refused).rejects.toMatchObject({ exitCode: 2 });
  await expect(refused).rejects.toThrow('lockscope serve uses its targets');
});

test('a port that is in use is named, and no other one taken', async () => {
  const port = await aPortInUse();
  for (const [options, env] of [
    [{ port }, {}],
    [{}, { LOCKSCOPE_PORT: port }],
  ] as const) {
    const refused = openConsole('redis://db:6379', options, place(env), silent);
    await expect(refused).rejects.toMatchObject({ exitCode: 1, code: 'port-in-use' });
    await expect(refused).rejects.toThrow(`port ${port} is in use`);
  }
});

test('a line without words prints commands to go on with, and is no error', async () => {
  const lines: string[] = [];
  expect(await main([], { ...silent, line: (text) => lines.push(text) })).toBe(0);
  expect(lines.join('\n')).toContain('lockscope redis://HOST:6379');
});

test('with a configuration these are the commands that use it', () => {
  const folder = aFolder();
  expect(nextSteps(folder)).toMatch(/^ {2}lockscope ls --direct redis:/m);
  writeFileSync(join(folder, 'lockscope.config.json'), '{}');
  expect(nextSteps(folder)).toContain('lockscope.config.json');
  expect(nextSteps(folder)).not.toContain('HOST');
});
