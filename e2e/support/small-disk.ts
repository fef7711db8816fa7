import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TestContext } from 'vitest';

const run = promisify(execFile);

/**
 * A disk of some megabytes, most of which a file takes that `free` removes. Skips the test where none can be mounted, which
 * takes root on Linux.
 */
export async function withSmallDisk(
  { skip }: Pick<TestContext, 'skip'>,
  megabytes: number,
  work: (disk: { path: string; free(): Promise<void> }) => Promise<void>,
): Promise<void> {
  const path = await mkdtemp(join(tmpdir(), 'lockscope-disk-'));
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes * 2}m`, 'tmpfs', path]);
  } catch {
    await rm(path, { recursive: true });
    return skip('a small disk cannot be mounted here; it takes root on Linux');
  }
  try {
    const ballast = join(path, 'ballast');
    await writeFile(ballast, Buffer.alloc(megabytes * 1024 ** 2));
    await work({ path, free: () => rm(ballast) });
  } finally {
    await run('umount', ['-l', path]);
    await rm(path, { recursive: true });
  }
}
