/** The database engines of several platforms: the packed file needs no install that chooses one. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../setup.mjs';

const exec = promisify(execFile);
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));

/** As many as fit into a file of 25 MB. On another platform its engine is installed next to the package. */
export const PLATFORMS = ['linux-x64-gnu', 'linux-arm64-gnu', 'darwin-arm64'];

/** The one that runs this. */
export function thisPlatform() {
  const { platform, arch } = process;
  if (platform !== 'linux') return `${platform}-${arch}${platform === 'win32' ? '-msvc' : ''}`;
  const isGnu = process.report.getReport().header.glibcVersionRuntime !== undefined;
  return `linux-${arch}-${isGnu ? 'gnu' : 'musl'}`;
}

/**
 * Copies the engines of `platforms` into `modules`, a folder `node_modules`. Those that are not installed here come from the
 * registry, as the lock file has them. Throws when one cannot be had, or is another than that.
 */
export async function addEngines(modules, platforms) {
  for (const platform of platforms) {
    const name = `@libsql/${platform}`;
    const installed = join(root, 'node_modules', name);
    const to = join(modules, name);
    mkdirSync(to, { recursive: true });
    if (existsSync(installed)) cpSync(installed, to, { recursive: true });
    else await fetchEngine(name, to);
  }
}

async function fetchEngine(name, to) {
  const { version, integrity } = lock.packages[`node_modules/${name}`] ?? {};
  if (!integrity) throw new Error(`package-lock.json has no ${name}`);
  const folder = mkdtempSync(join(tmpdir(), 'lockscope-engine-'));
  try {
    const args = ['pack', `${name}@${version}`, '--json', '--ignore-scripts', '--pack-destination', folder];
    const { stdout } = await exec('npm', args).catch((cause) => {
      throw new Error(`npm cannot fetch ${name}@${version}: npm run pack -- --this-platform does without`, {
        cause,
      });
    });
    const file = join(folder, JSON.parse(stdout)[0].filename);
    const hash = createHash('sha512').update(readFileSync(file)).digest('base64');
    if (`sha512-${hash}` !== integrity)
      throw new Error(`${name}@${version} is not as package-lock.json has it`);
    await exec('tar', ['-xzf', file, '-C', to, '--strip-components=1']);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
