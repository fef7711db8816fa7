/**
 * `npm run build:client`: what `lockscope/client` exports, into dist/: one file for `import`, one for `require`, and the
 * types. ioredis and prom-client stay the application's own.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { run } from './children.mjs';
import { root } from './setup.mjs';

const dist = join(root, 'dist');
const ENTRIES = { index: 'lib/locks/index.ts', metrics: 'lib/locks/metrics.ts' };

/** Builds dist/client. Throws when a step fails. */
export async function buildClient() {
  rmSync(join(dist, 'client'), { recursive: true, force: true });
  for (const [format, extension] of [
    ['esm', '.js'],
    ['cjs', '.cjs'],
  ]) {
    await build({
      absWorkingDir: root,
      entryPoints: ENTRIES,
      outdir: join(dist, 'client'),
      outExtension: { '.js': extension },
      bundle: true,
      splitting: false,
      platform: 'node',
      target: 'node20',
      format,
      packages: 'external',
      sourcemap: true,
      logLevel: 'warning',
    });
  }
  const types = join(dist, 'client/types');
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const options = ['--declaration', '--emitDeclarationOnly', '--noEmit', 'false', '--incremental', 'false'];
  const target = [
    '--target',
    'es2022',
    '--lib',
    'esnext',
    '--module',
    'esnext',
    '--moduleResolution',
    'bundler',
  ];
  const strict = ['--strict', '--skipLibCheck', '--types', 'node', '--rootDir', 'lib', '--outDir', types];
  const files = Object.values(ENTRIES);
  const args = [tsc, '--ignoreConfig', ...options, ...target, ...strict, ...files];
  if ((await run(process.execPath, args, { cwd: root })) !== 0)
    throw new Error('the types could not be built');
  nameExtensions(types);
}

/** Declarations name files as their sources do; Node's resolution wants the extension. */
function nameExtensions(folder) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.replace(/((?:from|import\() ?['"])(\.{1,2}\/[^'"]+)(['"])/g, '$1$2.js$3'));
  }
}

if (process.argv[1] === import.meta.filename) await buildClient();
