/** Builds the console: `npm run build`. Other commands call `ensureBuilt`, which builds only what is not there. */
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './children.mjs';
import { oneAtATime } from './one-at-a-time.mjs';
import { root, setup } from './setup.mjs';

/** Pages of `/docs`. */
const DOCS = ['docs', 'README.md', 'LICENSE'];
/** Files and folders of which a build is made. */
export const SOURCES = [
  'app',
  'components',
  'lib',
  'public',
  ...DOCS,
  'instrumentation.ts',
  'instrumentation-node.ts',
  'next.config.js',
  'postcss.config.mjs',
  'package-lock.json',
];
/** Name of the folder of the build, in the repository and in the traced copy of it. */
export const DIST = process.env.LOCKSCOPE_DIST_DIR ?? '.next';
const distDir = join(root, DIST);
const stampFile = join(distDir, 'lockscope-build');
const lockFile = join(root, 'node_modules', `.lockscope-build-${DIST}`);

/**
 * Builds when there is no build, or (with `whenStale`) when it was made of other sources; one process at a time, while others
 * wait for its build. Ends this process with code 1 when the build fails.
 */
export async function ensureBuilt({ whenStale }) {
  await oneAtATime(lockFile, () => build(whenStale));
}

async function build(whenStale) {
  const stamp = sourceHash();
  const builtFrom = existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : null;
  if (builtFrom !== null && (!whenStale || builtFrom === stamp)) return;
  console.error(
    `[build] next build (${builtFrom === null ? 'there is no build yet' : 'the sources changed'})`,
  );
  rmSync(stampFile, { force: true });
  const next = join(root, 'node_modules/next/dist/bin/next');
  const env = { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' };
  const code = await run(process.execPath, [next, 'build'], { cwd: root, env, stdio: ['ignore', 2, 2] });
  if (code !== 0) {
    console.error(`[build] next build failed with code ${code}`);
    process.exit(1);
  }
  addStaticFiles();
  addDocs();
  writeFileSync(stampFile, stamp);
}

/** The built server, a plain Node program; null when there is none. */
export function serverPath() {
  const folder = standaloneFolder();
  const path = folder && join(folder, 'server.js');
  return path && existsSync(path) && existsSync(stampFile) ? path : null;
}

/** Where the traced copy of the project lies, below the folder Next took for the workspace root; null = there is no build. */
export function standaloneFolder() {
  const manifest = join(distDir, 'required-server-files.json');
  if (!existsSync(manifest)) return null;
  const { relativeAppDir = '' } = JSON.parse(readFileSync(manifest, 'utf8'));
  return join(distDir, 'standalone', relativeAppDir);
}

/** Next leaves these out of the standalone folder, for those who serve them from elsewhere. */
function addStaticFiles() {
  const folder = standaloneFolder();
  cpSync(join(distDir, 'static'), join(folder, DIST, 'static'), { recursive: true });
  const publicFolder = join(root, 'public');
  if (existsSync(publicFolder)) cpSync(publicFolder, join(folder, 'public'), { recursive: true });
}

/** The console reads its documentation as it is, from the folder that it runs in (`lib/server/docs/library.ts`). */
function addDocs() {
  const folder = standaloneFolder();
  for (const name of DOCS) cpSync(join(root, name), join(folder, name), { recursive: true });
}

function sourceHash() {
  const hash = createHash('sha256');
  for (const file of SOURCES.flatMap((name) => filesOf(name)).sort()) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

function filesOf(name) {
  const path = join(root, name);
  if (!existsSync(path)) return [];
  const entries = readdirOf(path);
  if (!entries) return [name];
  return entries.flatMap((entry) => filesOf(join(name, entry))).filter((file) => !/\.test\.tsx?$/.test(file));
}

function readdirOf(path) {
  try {
    return readdirSync(path);
  } catch (error) {
    if (error.code === 'ENOTDIR') return null;
    throw error;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await setup();
  await ensureBuilt({ whenStale: true });
}
