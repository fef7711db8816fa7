/**
 * `npm run pack [-- --this-platform] [--to FOLDER]`: the package `lockscope` as one file, dist/lockscope-VERSION.tgz: the
 * built console, the command line, the lock client and the pages. It needs Node and nothing else, and is never written to:
 * `npx` runs it, containers and services unpack it. Builds the console first unless its build is of these sources.
 */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { ensureBuilt } from '../build.mjs';
import { buildClientCode, clientManifest } from '../build-client.mjs';
import { root, setup } from '../setup.mjs';
import { buildCommandLine, copyServer } from './console-files.mjs';
import { addEngines, PLATFORMS, thisPlatform } from './engines.mjs';
import { notices } from './notices.mjs';

const exec = promisify(execFile);

/** Size of the packed file, bytes: somebody who looks at a Redis once waits for it. */
export const LIMIT_BYTES = 25_000_000;

/**
 * Packs into the folder `to` and resolves to the path of the file. `thisPlatformOnly` = with the database engine of this
 * platform alone. Throws when the file is too large, or an engine cannot be had.
 */
export async function pack(to, { thisPlatformOnly = false } = {}) {
  await ensureBuilt({ whenStale: true });
  const folder = join(to, 'lockscope');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const server = join(folder, 'console');
  await copyServer(server);
  await buildCommandLine(join(server, 'bin'));
  await addEngines(join(server, 'node_modules'), thisPlatformOnly ? [thisPlatform()] : PLATFORMS);
  await buildClientCode(folder);
  for (const name of ['LICENSE', 'deploy']) cpSync(join(root, name), join(folder, name), { recursive: true });
  // The pages that it leads to are those of the console, at /docs.
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  writeFileSync(join(folder, 'README.md'), readme.replaceAll('](docs/', '](console/docs/'));
  writeFileSync(join(folder, 'THIRD-PARTY-LICENSES.txt'), notices(join(server, 'node_modules')));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
  const options = ['--json', '--ignore-scripts', '--pack-destination', to];
  const { stdout } = await exec('npm', ['pack', folder, ...options], { maxBuffer: 2 ** 24 });
  const file = join(to, JSON.parse(stdout)[0].filename);
  const { size } = statSync(file);
  if (size >= LIMIT_BYTES) throw new Error(`${file} has ${size} bytes: the limit is ${LIMIT_BYTES}`);
  return file;
}

/** That of the client, whose packages are optional: a console brings its own, and an install of it fetches nothing. */
function manifest() {
  const { peerDependencies, ...client } = clientManifest();
  const names = Object.keys(peerDependencies);
  return {
    ...client,
    description: 'A web console, a command line and a TypeScript lock client for Redis distributed locks',
    bin: { lockscope: 'console/bin/lockscope.mjs' },
    peerDependencies,
    peerDependenciesMeta: Object.fromEntries(names.map((name) => [name, { optional: true }])),
  };
}

if (process.argv[1] === import.meta.filename) {
  const { values } = parseArgs({
    options: {
      'this-platform': { type: 'boolean', default: false },
      to: { type: 'string', default: join(root, 'dist') },
    },
  });
  await setup();
  const file = await pack(resolve(values.to), { thisPlatformOnly: values['this-platform'] });
  console.error(`[pack] ${(statSync(file).size / 1e6).toFixed(1)} MB`);
  console.log(file);
}
