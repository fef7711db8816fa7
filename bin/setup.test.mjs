import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { nodeIsNewEnough, root } from './setup.mjs';

test('Node 20.19 and newer will do', () => {
  for (const version of ['20.19.0', '20.20.2', '21.0.0', '24.21.0'])
    expect(nodeIsNewEnough(version)).toBe(true);
  for (const version of ['20.18.3', '20.9.0', '18.20.8', '8.0.0'])
    expect(nodeIsNewEnough(version)).toBe(false);
});

test.each([
  ['redis-server', 1, /^\[setup\] redis-server must be installed by hand/m],
  [
    'faketime',
    0,
    /^\[setup\] faketime is not there \(.+\): tests that set the clock of a server are skipped$/m,
  ],
])('where nothing can be installed, to lack %s ends with %i and a reason', (tool, code, said) => {
  const empty = mkdtempSync(join(tmpdir(), 'lockscope-path-'));
  onTestFinished(() => rmSync(empty, { recursive: true, force: true }));
  const setup = JSON.stringify(join(root, 'bin/setup.mjs'));
  const text = `import { installTools } from ${setup}; await installTools(['${tool}']);`;
  const ended = spawnSync(process.execPath, ['--input-type=module', '--eval', text], {
    env: { PATH: empty },
    encoding: 'utf8',
    timeout: 60_000,
  });
  expect(ended.stderr).toMatch(said);
  expect(ended.status).toBe(code);
});
