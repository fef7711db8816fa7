/**
 * Installs what a command needs and is not there yet, and says what it does: `node bin/setup.mjs [tool…]`.
 * Plain Node without dependencies, since it runs before there are any.
 */
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join, relative } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { run } from './children.mjs';

export const root = fileURLToPath(new URL('..', import.meta.url));

const progress = { foreground: true, stdio: ['inherit', 2, 2] };

/**
 * Names a tool may have on PATH, and the packages that bring it. What only some tests need says what goes on `without` it:
 * it is installed where that asks nobody anything.
 */
const TOOLS = {
  'redis-server': { commands: ['redis-server'], apt: 'redis-server', brew: ['redis'] },
  chromium: {
    commands: ['chromium', 'chromium-browser', 'google-chrome'],
    apt: 'chromium',
    brew: ['--cask', 'chromium'],
    places: ['/Applications/Chromium.app/Contents/MacOS/Chromium'],
  },
  faketime: {
    commands: ['faketime'],
    apt: 'faketime',
    without: 'tests that set the clock of a server are skipped',
  },
  postgres: {
    commands: ['postgres'],
    apt: 'postgresql',
    brew: ['postgresql'],
    // Debian keeps each version in a folder of its own, none of them on PATH.
    get places() {
      return foldersIn('/usr/lib/postgresql').map((version) => `/usr/lib/postgresql/${version}/bin/postgres`);
    },
    without: 'the history is not tested on PostgreSQL',
  },
  promtool: {
    commands: ['promtool'],
    apt: 'prometheus',
    without: 'alerts, dashboard and metrics are not checked by Prometheus itself',
  },
};

/**
 * A library that tests and benches compare with asks for a newer Node than ours in its package, though it runs on ours:
 * its folder has a lock file of its own, so that installing Lockscope warns of nothing.
 */
export const NEWER_NODE = 'e2e/interop/node/newer-node';

/**
 * Makes sure that Node is new enough, npm packages are those of the lock file, and `tools` can be run. `folders` below
 * the root have packages of their own.
 */
export async function setup(tools = [], folders = []) {
  requireNode(process.versions.node);
  // NODE_ENV=production would leave out what builds and tests need.
  await installPackages(root, ['--include=dev']);
  for (const folder of folders) await installPackages(join(root, folder), ['--loglevel=error']);
  await installTools(tools);
}

/** Full path of a tool, or null. `LOCKSCOPE_CHROMIUM` names a browser of your own. */
export function findTool(tool) {
  if (tool === 'chromium' && process.env.LOCKSCOPE_CHROMIUM) return process.env.LOCKSCOPE_CHROMIUM;
  const { commands, places = [] } = TOOLS[tool];
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const candidates = [...commands.flatMap((name) => folders.map((dir) => join(dir, name))), ...places];
  return candidates.find(isExecutable) ?? null;
}

/** Whether this Node version can run us: 20.19 or newer. */
export function nodeIsNewEnough(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 20 || (major === 20 && minor >= 19);
}

function requireNode(version) {
  if (nodeIsNewEnough(version)) return;
  console.error(`Lockscope needs Node 20.19 or newer; this is Node ${version} (${process.execPath}).`);
  console.error('Install a newer one, from https://nodejs.org or your package manager, and try again.');
  process.exit(1);
}

async function installPackages(folder, options) {
  const lock = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex');
  const memory = join(folder, 'node_modules/.lockscope-setup');
  if (existsSync(memory) && readFileSync(memory, 'utf8') === lock) return;
  if (isInstalled(folder)) return writeFileSync(memory, lock);
  for (let attempt = 1; ; attempt++) {
    say(`installing npm packages of ${relative(root, folder) || 'Lockscope'} (npm ci)`);
    const code = await run('npm', ['ci', ...options, '--no-fund', '--no-audit'], {
      cwd: folder,
      ...progress,
    });
    if (code === 0) break;
    if (attempt === 3) fail(`npm ci failed three times, last with code ${code}`);
    say(`npm ci failed with code ${code}; trying again in ${attempt * 10} s`);
    await pause(attempt * 10_000);
  }
  writeFileSync(memory, lock);
}

/** Whether node_modules, installed by somebody else, is what the lock file asks for. */
function isInstalled(folder) {
  const file = join(folder, 'node_modules/.package-lock.json');
  if (!existsSync(file)) return false;
  const { packages: there } = JSON.parse(readFileSync(file, 'utf8'));
  const { packages: wanted } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
  return Object.entries(wanted).every(([path, { integrity, optional }]) => {
    if (path === '' || (optional && !there[path])) return true;
    return there[path]?.integrity === integrity;
  });
}

/** Ends the process where a tool that is needed cannot be had. */
export async function installTools(tools) {
  const missing = tools.filter((tool) => !findTool(tool));
  const needed = missing.filter((tool) => !TOOLS[tool].without);
  if (needed.length > 0) {
    if (process.platform === 'darwin') await installWithBrew(needed);
    else await installWithApt(needed);
    const still = needed.filter((tool) => !findTool(tool));
    if (still.length > 0) byHand(still);
  }
  for (const tool of missing) if (TOOLS[tool].without) await installIfPossible(tool);
}

async function installWithApt(missing) {
  const privilege = isRoot() ? [] : isOnPath('sudo') ? ['sudo'] : null;
  if (!isOnPath('apt-get') || !privilege) byHand(missing);
  const problem = await aptInstall(missing, privilege);
  if (problem) fail(problem);
}

async function installIfPossible(tool) {
  const why = await problemWith(tool);
  if (!findTool(tool)) say(`${tool} is not there (${why ?? 'its package lacks it'}): ${TOOLS[tool].without}`);
}

/** Why it could not be installed, or null. */
async function problemWith(tool) {
  if (process.platform !== 'linux') return 'it is installed on Linux alone';
  if (!isOnPath('apt-get')) return 'there is no apt-get; install it by hand';
  if (!isRoot() && !isOnPath('sudo')) return 'it takes root to install it';
  return aptInstall([tool], isRoot() ? [] : ['sudo', '-n']);
}

/** What went wrong, or null. */
async function aptInstall(missing, privilege) {
  const packages = missing.map((tool) => TOOLS[tool].apt);
  const apt = (...args) => {
    const [command, ...rest] = [...privilege, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...args];
    say([command, ...rest].join(' '));
    return run(command, rest, progress);
  };
  const updated = await apt('update', '-qq');
  const code = await apt('install', '-y', '-qq', '--no-install-recommends', ...packages);
  return code === 0
    ? null
    : `apt-get install failed with code ${code}${updated ? ' (its update did too)' : ''}`;
}

function isRoot() {
  return process.getuid?.() === 0;
}

async function installWithBrew(missing) {
  if (!isOnPath('brew')) byHand(missing);
  for (const tool of missing) {
    say(`brew install ${TOOLS[tool].brew.join(' ')}`);
    if ((await run('brew', ['install', ...TOOLS[tool].brew], progress)) !== 0) byHand([tool]);
  }
}

function byHand(missing) {
  const packages = missing.map((tool) => TOOLS[tool].apt).join(' ');
  fail(
    `${missing.join(' and ')} must be installed by hand, so that it can be run by name.\n` +
      `  Debian, Ubuntu:  apt-get install ${packages}\n` +
      '  elsewhere:       https://redis.io/docs/latest/operate/oss_and_stack/install/, https://www.chromium.org/getting-involved/download-chromium/',
  );
}

/** The newest version first. */
function foldersIn(path) {
  return existsSync(path) ? readdirSync(path).sort((a, b) => Number(b) - Number(a)) : [];
}

function isOnPath(command) {
  return (process.env.PATH ?? '').split(delimiter).some((dir) => dir && isExecutable(join(dir, command)));
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Progress goes to standard error: standard output is the command's own. */
function say(text) {
  console.error(`[setup] ${text}`);
}

function fail(text) {
  console.error(`[setup] ${text}`);
  process.exit(1);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const tools = process.argv.slice(2);
  const unknown = tools.find((tool) => !(tool in TOOLS));
  if (unknown) fail(`unknown tool "${unknown}"; known: ${Object.keys(TOOLS).join(', ')}`);
  await setup(tools);
}
