/** The built console as it is packed: a folder that runs wherever it lies, and is never written to. */
import { chmodSync, cpSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { build } from 'esbuild';
import { DIST, standaloneFolder } from '../build.mjs';
import { root } from '../setup.mjs';

/** Left out of the build that Next makes: */
const LEFT_OUT = [
  // sources, which it takes in since some of them read files whose names are settings;
  /^lib(?:\/|$)/,
  // a library that resizes pictures: the console has none;
  /^node_modules\/(?:sharp|@img)(?:\/|$)/,
  // the database engine, which `engines.mjs` adds for each platform;
  /^node_modules\/@libsql(?:\/|$)/,
  // a package of 260 files, which become one: npm spends more time on files than on bytes;
  /^node_modules\/kysely(?:\/|$)/,
  // a package that Next has a copy of, for programs without it;
  /^node_modules\/@opentelemetry(?:\/|$)/,
  // and traces of the build.
  /\.(?:map|nft\.json)$/,
];

/** Packages that the command line shares with the server, and that are files next to it. */
const SHARED = ['ioredis', 'kysely', 'libsql', 'pg', 'pino'];
const PROGRAMS = ['lockscope.mjs', 'start.mjs', 'parent.mjs'];

/** Names stay as they are, so that errors can be read. */
const FOR_NODE = {
  absWorkingDir: root,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  minifyWhitespace: true,
  minifySyntax: true,
  logLevel: 'warning',
};

/** Copies the built server into `to`, without links, which npm does not pack. There has to be a build. */
export async function copyServer(to) {
  const from = standaloneFolder();
  const links = join(from, DIST, 'node_modules');
  const skipped = (path) => LEFT_OUT.some((pattern) => pattern.test(path)) || join(from, path) === links;
  cpSync(from, to, { recursive: true, filter: (path) => !skipped(relative(from, path)) });
  restoreNames(join(to, DIST), realNames(links));
  forgetPlace(to);
  writeFileSync(join(to, 'package.json'), `${JSON.stringify({ private: true, type: 'module' }, null, 2)}\n`);
  await bundleKysely(join(to, 'node_modules/kysely'));
}

async function bundleKysely(to) {
  await build({
    ...FOR_NODE,
    stdin: { contents: "export * from 'kysely'", resolveDir: root },
    outfile: join(to, 'index.js'),
  });
  const { name, version, license } = JSON.parse(
    readFileSync(join(root, 'node_modules/kysely/package.json'), 'utf8'),
  );
  const manifest = { name, version, license, type: 'module', exports: './index.js' };
  writeFileSync(join(to, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

/**
 * Next names each package that it leaves outside with a hash of its version, `pg-587764f78a6c7a9c`, which is a link to the
 * package of that name.
 */
function realNames(links) {
  return new Map(readdirSync(links).map((name) => [name, basename(readlinkSync(join(links, name)))]));
}

function restoreNames(folder, names) {
  const pattern = new RegExp([...names.keys()].join('|'), 'g');
  for (const name of readdirSync(folder, { recursive: true }))
    if (name.endsWith('.js'))
      rewrite(join(folder, name), (text) => text.replace(pattern, (link) => names.get(link)));
}

/** Takes out the folder in which it was built: the server has no use for it, and it names somebody's machine. */
function forgetPlace(folder) {
  const files = join(folder, DIST, 'required-server-files.json');
  const { appDir } = JSON.parse(readFileSync(files, 'utf8'));
  const without = (json) => JSON.stringify(JSON.parse(json), (_, value) => (value === appDir ? '.' : value));
  rewrite(files, without);
  rewrite(join(folder, 'server.js'), (text) =>
    text.replace(/^(const nextConfig = )(\{.*\})$/m, (_, start, json) => start + without(json)),
  );
}

function rewrite(path, change) {
  const before = readFileSync(path, 'utf8');
  const after = change(before);
  if (after !== before) writeFileSync(path, after);
}

/** Builds the command line into `to`, next to the programs that start the server. */
export async function buildCommandLine(to) {
  for (const name of PROGRAMS) cpSync(join(root, 'bin', name), join(to, name));
  // npm does this when it installs, and who unpacks the file has no npm.
  chmodSync(join(to, 'lockscope.mjs'), 0o755);
  await build({
    ...FOR_NODE,
    entryPoints: ['bin/cli/main.ts'],
    outdir: join(to, 'cli'),
    // Each command loads its own part.
    splitting: true,
    external: SHARED,
    // Packages in CommonJS ask for modules of Node by it.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
  });
}
