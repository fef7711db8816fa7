/**
 * `npm run build:client`: the package `lockscope` as applications install it, into dist/npm: `lockscope/client` for
 * `import` and `require`, with its types. ioredis and prom-client stay the application's own; nothing else is needed.
 */
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { run } from './children.mjs';
import { root } from './setup.mjs';

const out = join(root, 'dist/npm');
const ENTRIES = { index: 'lib/locks/index.ts', metrics: 'lib/locks/metrics.ts' };

/** Builds dist/npm. Throws when a step fails. */
export async function buildClient() {
  rmSync(out, { recursive: true, force: true });
  for (const [format, extension] of [
    ['esm', '.js'],
    ['cjs', '.cjs'],
  ]) {
    await build({
      absWorkingDir: root,
      entryPoints: ENTRIES,
      outdir: join(out, 'client'),
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
  const types = join(out, 'client/types');
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
  writeFileSync(join(out, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
  copyFileSync(join(root, 'LICENSE'), join(out, 'LICENSE'));
  copyFileSync(join(root, 'docs/client.md'), join(out, 'README.md'));
}

/** The repository's own exports name the same files, from its root. */
function manifest() {
  const { name, version, license, engines, peerDependencies, dependencies, exports } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  return {
    name,
    version,
    description:
      'Redis distributed locks: mutex, Redlock, and Redisson-compatible fair, read-write and fenced locks',
    license,
    type: 'module',
    engines,
    peerDependencies: { ...peerDependencies, 'prom-client': `^${dependencies['prom-client']}` },
    peerDependenciesMeta: { 'prom-client': { optional: true } },
    exports: JSON.parse(JSON.stringify(exports).replaceAll('./dist/npm/', './')),
  };
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
