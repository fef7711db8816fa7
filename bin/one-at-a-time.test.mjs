import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { oneAtATime } from './one-at-a-time.mjs';

function aLockFile() {
  const folder = mkdtempSync(join(tmpdir(), 'lockscope-one-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'lock');
}

test('work waits for that of another process, and begins when it is done', async () => {
  const file = aLockFile();
  const program = `import { oneAtATime } from ${JSON.stringify(new URL('one-at-a-time.mjs', import.meta.url).href)};
    await oneAtATime(process.argv[1], async () => {
      console.log('begun');
      await new Promise((resolve) => process.stdin.once('data', resolve));
      process.stdin.destroy();
    });`;
  const other = spawn(process.execPath, ['--input-type=module', '-e', program, file], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void other.kill('SIGKILL'));
  const ended = once(other, 'exit');
  await once(other.stdout, 'data');
  let isDone = false;
  const own = oneAtATime(file, async () => {
    isDone = true;
    return readFileSync(file, 'utf8');
  });
  expect(readFileSync(file, 'utf8')).toBe(String(other.pid));
  expect(isDone).toBe(false);
  other.stdin.write('go on\n');
  expect(await own).toBe(String(process.pid));
  await ended;
  expect(existsSync(file)).toBe(false);
});

test('the file of a process that was killed keeps nobody waiting', async () => {
  const file = aLockFile();
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  writeFileSync(file, String(pid));
  expect(await oneAtATime(file, async () => 'done')).toBe('done');
});

test('work that fails gives the file back', async () => {
  const file = aLockFile();
  const failed = oneAtATime(file, async () => {
    throw new Error('disk full');
  });
  await expect(failed).rejects.toThrow('disk full');
  expect(existsSync(file)).toBe(false);
});
