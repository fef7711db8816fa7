import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { run } from './children.mjs';
import { root } from './setup.mjs';

const TESTS = `
  let tries = 0;
  test('flickers', () => {
    tries += 1;
    if (tries === 1) throw new Error('the first line\\nand the second');
  });
  test('passes', () => {});
  test('fails', () => expect(1).toBe(2));
  test('is left out', (context) => context.skip('not on this system'));
`;

test('a real run is counted: who needed a second attempt with the first error, who was skipped with the reason', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lockscope-counts-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'counts.json');
  writeFileSync(join(folder, 'some.test.js'), TESTS);
  const args = ['run', '--root', folder, '--globals', '--retry', '1', '--reporter'];
  const code = await run(
    process.execPath,
    [join(root, 'node_modules/vitest/vitest.mjs'), ...args, join(root, 'bin/vitest-counts.mjs')],
    { cwd: folder, env: { ...process.env, LOCKSCOPE_COUNTS: file }, stdio: 'ignore' },
  );
  expect(code).toBe(1);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
    passed: 2,
    failed: 1,
    again: [{ name: 'some.test.js > flickers', error: 'the first line' }],
    skipped: [{ name: 'some.test.js > is left out', reason: 'not on this system' }],
    broken: [],
  });
});
