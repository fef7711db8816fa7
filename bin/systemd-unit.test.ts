import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { loadConfig } from '../lib/server/config/config';

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');
const INSTALLED = '/opt/lockscope';
/** Where the packed file has all that a unit needs of the repository. */
const CONSOLE = `${INSTALLED}/console`;
const text = readFileSync(join(root, 'docs/lockscope.service'), 'utf8');
/** `Name=value` of every section, in order. */
const settings = text.split('\n').flatMap((line) => {
  const [, name, value = ''] = /^([A-Za-z]+)=(.*)$/.exec(line) ?? [];
  return name === undefined ? [] : [{ name, value }];
});
const valuesOf = (wanted: string) => settings.flatMap(({ name, value }) => (name === wanted ? [value] : []));

/** From systemd 252 on it says how exposed a service is; this one has to be `OK`, and 2.0 is where that ends. */
const MOST_EXPOSED = 2;
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

/** The unit as it is where the console is installed here, with this Node. */
function installedHere(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lockscope-unit-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'lockscope.service');
  writeFileSync(path, here(text).replaceAll('/usr/bin/node', process.execPath));
  return path;
}

/** A text with the paths that its files have in the repository. */
function here(packed: string): string {
  return packed.replaceAll(CONSOLE, root).replaceAll(INSTALLED, root);
}

test('every line of the unit is a section, a setting, a comment or nothing', () => {
  for (const line of text.split('\n')) expect(line).toMatch(/^(?:|#.*|\[[A-Z][a-z]+\]|[A-Z][A-Za-z]+=.*)$/);
  const sections = [...text.matchAll(/^\[(\w+)\]$/gm)].map(([, name]) => name);
  expect(sections).toEqual(['Unit', 'Service', 'Install']);
});

test('each file that it names is there', () => {
  const paths = [...text.matchAll(/\/opt\/lockscope\/\S+?\.\w+/g)].map(([path]) => path);
  expect(paths).toContain(`${CONSOLE}/bin/start.mjs`);
  for (const path of paths) expect([path, existsSync(here(path))]).toEqual([path, true]);
});

test('its user has no rights, and writes to the folder that it is given and nowhere else', () => {
  expect(valuesOf('DynamicUser')).toEqual(['yes']);
  expect(valuesOf('User')).toEqual([]);
  expect(valuesOf('NoNewPrivileges')).toEqual(['yes']);
  expect(valuesOf('ProtectSystem')).toEqual(['strict']);
  expect(valuesOf('CapabilityBoundingSet')).toEqual(['']);
  expect(valuesOf('ReadWritePaths')).toEqual([]);
  expect(valuesOf('StateDirectory')).toEqual(['lockscope']);
  expect(valuesOf('MemoryDenyWriteExecute')).toEqual([]); // the engine would not start
});

test('the console keeps all that it writes in that folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lockscope-unit-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const env = Object.fromEntries(
    valuesOf('Environment').map((each) => each.replace('%S', folder).replace('%d', folder).split('=', 2)),
  );
  writeFileSync(
    String(env.LOCKSCOPE_CONFIG),
    JSON.stringify({ targets: [{ name: 'shop', url: 'redis://redis' }] }),
  );
  const { dataDir, history, audit } = loadConfig(env, '/nonexistent');
  expect(dataDir).toBe(join(folder, 'lockscope'));
  expect(history.url).toBe(join(folder, 'lockscope', 'history.db'));
  expect(audit.file).toBe(join(folder, 'lockscope', 'direct-audit.jsonl'));
});

if (hasSystemd) {
  test('systemd takes it without a word', () => {
    const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', installedHere()], {
      encoding: 'utf8',
      timeout: 60_000,
    });
    expect(`${stdout}${stderr}`).toBe('');
    expect(status).toBe(0);
  });

  test('systemd finds it little exposed', () => {
    const args = ['security', '--offline=yes', '--no-pager', installedHere()];
    const { stdout, stderr } = spawnSync('systemd-analyze', args, { encoding: 'utf8', timeout: 60_000 });
    if (/unrecognized option/.test(stderr)) return; // an older one cannot say so without running it
    const [, exposed] = /exposure level for lockscope.service: ([\d.]+)/.exec(stdout) ?? [];
    expect(Number(exposed)).toBeLessThanOrEqual(MOST_EXPOSED);
  });
}
