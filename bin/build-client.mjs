/**
 * `npm run build:client`: the package `lockscope` as applications install it, into dist/npm: `lockscope/client` for
 * `import` and `require`, with its types and pages. ioredis and prom-client stay the application's own; nothing else is
 * needed.
 */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { buildTypes } from './client-types.mjs';
import { root } from './setup.mjs';

const ENTRIES = { index: 'lib/locks/index.ts', metrics: 'lib/locks/metrics.ts' };

/** What the package has from the repository, in its place there. */
const PAGES = { 'docs/client.md': 'README.md', 'docs/locks': 'locks', LICENSE: 'LICENSE' };

const KEYWORDS = [
  'redis',
  'lock',
  'mutex',
  'semaphore',
  'redlock',
  'redisson',
  'ioredis',
  'distributed-lock',
];

/** Builds the package into `out`. Throws when a step fails. */
export async function buildClient(out = join(root, 'dist/npm')) {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  await buildClientCode(out);
  writeFileSync(join(out, 'package.json'), `${JSON.stringify(clientManifest(), null, 2)}\n`);
  for (const [from, to] of Object.entries(PAGES))
    cpSync(join(root, from), join(out, to), { recursive: true });
}

/** Its code and types alone, into `out/client`. */
export async function buildClientCode(out) {
  for (const [format, extension] of [
    ['esm', '.js'],
    ['cjs', '.cjs'],
  ]) {
    // Neither minified nor with source maps: what an application debugs is the code, comments included.
    await build({
      absWorkingDir: root,
      entryPoints: ENTRIES,
      outdir: join(out, 'client'),
      outExtension: { '.js': extension },
      bundle: true,
      platform: 'node',
      target: 'node20',
      format,
      packages: 'external',
      logLevel: 'warning',
    });
  }
  await buildTypes(Object.values(ENTRIES), join(out, 'client/types'));
}

/** Its package.json. The repository's own exports name the same files, from its root. */
export function clientManifest() {
  const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const { name, version, license, engines, peerDependencies, dependencies } = own;
  const exports = JSON.parse(JSON.stringify(own.exports).replaceAll('./dist/npm/', './'));
  return {
    name,
    version,
    description:
      'Redis distributed locks: mutex, Redlock, and Redisson-compatible fair, read-write and fenced locks',
    keywords: KEYWORDS,
    license,
    type: 'module',
    engines,
    peerDependencies: { ...peerDependencies, 'prom-client': `^${dependencies['prom-client']}` },
    peerDependenciesMeta: { 'prom-client': { optional: true } },
    exports,
    typesVersions: { '*': typesWithoutExports(exports) },
  };
}

/** Where `moduleResolution: node10` finds what `require` gives: it does not look at `exports`. */
function typesWithoutExports(exports) {
  const paths = Object.entries(exports).flatMap(([path, { require: required }]) =>
    required ? [[path.replace(/^\.\//, ''), [required.types]]] : [],
  );
  return Object.fromEntries(paths);
}

if (process.argv[1] === import.meta.filename) await buildClient();
