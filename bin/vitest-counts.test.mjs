import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { run } from './children.mjs';
import { root } from './setup.mjs';

const TESTS = `
  test('passes', () => {});
  test('fails', () => expect(1).toBe(2));
  test('is left out', (context) => context.skip('not on this system'));
`;

test('a real run is counted: what passed, what failed, what was skipped and why', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lockscope-counts-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'counts.json');
  writeFileSync(join(folder, 'some.test.js'), TESTS);
  writeFileSync(join(folder, 'unreadable.test.js'), 'import "./nothing";');
  const args = ['run', '--root', folder, '--globals', '--reporter'];
  const code = await run(
    process.execPath,
    [join(root, 'node_modules/vitest/vitest.mjs'), ...args, join(root, 'bin/vitest-counts.mjs')],
    { cwd: folder, env: { ...process.env, LOCKSCOPE_COUNTS: file }, stdio: 'ignore' },
  );
  expect(code).toBe(1);
  const { failed, ...rest } = JSON.parse(readFileSync(file, 'utf8'));
  expect(failed).toEqual([
    { name: 'some.test.js > fails', message: expect.stringContaining('expected 1 to be 2') },
    { name: 'unreadable.test.js', message: expect.stringContaining('./nothing') },
  ]);
  expect(rest).toEqual({
    passed: 1,
    skipped: [{ name: 'some.test.js > is left out', reason: 'not on this system' }],
    broken: [],
  });
});
