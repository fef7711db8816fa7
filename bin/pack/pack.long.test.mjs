import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { fileRedis } from '../../e2e/support/file-redis.ts';
import { freePort } from '../../e2e/support/free-port.ts';
import { until } from '../../e2e/support/redis-server.ts';
import { packagesIn } from './notices.mjs';

const exec = promisify(execFile);
const packScript = new URL('pack.mjs', import.meta.url).pathname;
const isRoot = process.getuid?.() === 0;

/** A build may have to be made, or waited for. */
const PACK_MS = 900_000;
const LIMIT_BYTES = 25_000_000;
/** From the line in the terminal to the lock, on a machine that has little else to do. */
const FIRST_LOCK_MS = 5_000;
/** Other programs only add to a time, so the shortest of some counts. */
const TRIES = 5;
const NOBODY = 65_534;

const KEY = 'order:7:lock';
const TOKEN = 'f'.repeat(40);

const redisUrl = await fileRedis();
const redis = new Redis(redisUrl);
// Others than its owner have to get through to it, which folders for tests do not let them.
const folder = mkdtempSync(join(isRoot ? '/tmp' : tmpdir(), 'lockscope-packed-'));
const app = join(folder, 'app');
const installed = join(app, 'node_modules/lockscope');
const env = { PATH: process.env.PATH, HOME: join(folder, 'nowhere'), TMPDIR: join(folder, 'nowhere') };
const npmEnv = { ...env, npm_config_cache: join(folder, 'npm'), npm_config_offline: 'true', TMPDIR: folder };
const node = join(folder, 'node');
let tarball = '';

beforeAll(async () => {
  await redis.set(KEY, TOKEN, 'PX', 3_600_000);
  const { stdout } = await exec(process.execPath, [packScript, '--to', join(folder, 'out')], {
    timeout: PACK_MS,
  });
  tarball = stdout.trim();
  chmodSync(folder, 0o755);
  copyFileSync(process.execPath, node);
  mkdirSync(app);
  // Offline and without a cache: the file is all that it needs.
  const options = ['--no-audit', '--no-fund', '--ignore-scripts'];
  await exec('npm', ['install', ...options, tarball], { cwd: app, env: npmEnv });
}, PACK_MS);

afterAll(() => {
  redis.disconnect();
  rmSync(folder, { recursive: true, force: true });
});

/** Every file below a folder, with the time of its last change. */
function filesBelow(path) {
  return readdirSync(path, { recursive: true })
    .sort()
    .map((name) => `${name} ${lstatSync(join(path, name)).mtimeMs}`);
}

/** A command that runs a console; it is ended with the test. `url` resolves to its address, which it prints. */
function started(command, args, options) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
  const ended = once(child, 'exit');
  let [output, errors] = ['', ''];
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  onTestFinished(stop);
  const address = () => {
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}\n${output}${errors}`);
    return /^(http:\S+)/m.exec(output)?.[1];
  };
  return {
    url: () => until('its address', address),
    output: () => output,
    errors: () => errors,
    ended,
    stop,
  };
}

const lockscope = (...args) => [join(app, 'node_modules/.bin/lockscope'), ...args];

/** As somebody without rights, in a folder that nobody may write to. */
function asNobody(...args) {
  const line = lockscope(...args);
  const options = { cwd: app, env };
  if (!isRoot) return started(node, line, options);
  const who = [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'];
  return started('setpriv', [...who, node, ...line], options);
}

function readOnly(path) {
  for (const name of ['', ...readdirSync(path, { recursive: true })]) {
    const file = join(path, name);
    if (!lstatSync(file).isSymbolicLink()) chmodSync(file, statSync(file).mode & 0o555);
  }
}

const locksAt = async (url) => (await (await fetch(`${url}/api/locks`)).json()).locks;
const hasLock = async (url) => (await locksAt(url)).some(({ key }) => key.text === KEY);

/** Whether it knows the lock; how long that took since `startedAt`, ms. */
async function firstLock(url, startedAt) {
  await until('the first lock', () => hasLock(url));
  return performance.now() - startedAt;
}

describe('the packed file', () => {
  test('is small, and npm installs nothing else with it', () => {
    expect(statSync(tarball).size).toBeLessThan(LIMIT_BYTES);
    expect(readdirSync(join(app, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
      'lockscope',
    ]);
    const { dependencies, scripts } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
    expect([dependencies, scripts]).toEqual([undefined, undefined]);
  });

  test('names every package that it contains, with its licence', () => {
    const names = packagesIn(join(installed, 'console/node_modules'));
    const text = readFileSync(join(installed, 'THIRD-PARTY-LICENSES.txt'), 'utf8');
    expect(names.length).toBeGreaterThan(30);
    // The engine of this platform is named, and those of others are of the same package.
    const isEngine = (name) => name.startsWith('@libsql/');
    expect(text).toMatch(/^@libsql\//m);
    const unnamed = names.filter((name) => !isEngine(name) && !text.includes(`\n${name} `));
    expect(unnamed).toEqual([]);
  });

  test('has its pages once, where its README leads to', () => {
    const links = readFileSync(join(installed, 'README.md'), 'utf8').matchAll(/\]\((?!https?:|#)([^)#]+)/g);
    const paths = [...links].map(([, path]) => path);
    expect(paths.length).toBeGreaterThan(10);
    expect(paths.filter((path) => !existsSync(join(installed, path)))).toEqual([]);
    expect(existsSync(join(installed, 'docs'))).toBe(false);
  });

  test('names no path of the machine that it was made on', async () => {
    const root = new URL('../..', import.meta.url).pathname.replace(/\/$/, '');
    const found = await exec('grep', ['-rlF', root, installed]).catch(({ stdout }) => ({ stdout }));
    expect(found.stdout).toBe('');
  });
});

test('npx shows the first lock within five seconds', async () => {
  const times = [];
  while (times.length < TRIES && Math.min(...times) > FIRST_LOCK_MS) {
    const startedAt = performance.now();
    const console = started('npx', ['lockscope', redisUrl, '--port', String(await freePort())], {
      cwd: app,
      env: npmEnv,
    });
    times.push(await firstLock(await console.url(), startedAt));
    await console.stop();
  }
  expect(Math.min(...times)).toBeLessThanOrEqual(FIRST_LOCK_MS);
});

test('npx runs the file itself in an empty folder, without a network', async () => {
  const empty = join(folder, 'empty');
  mkdirSync(empty);
  const args = ['--yes', '-p', tarball, 'lockscope', redisUrl, '--port', String(await freePort())];
  const console = started('npx', args, { cwd: empty, env: npmEnv });
  expect(await firstLock(await console.url(), 0)).toBeGreaterThan(0);
  expect(readdirSync(empty)).toEqual([]);
});

describe('for somebody without rights, in a folder that nobody may write to', () => {
  let before = [];
  beforeAll(() => {
    readOnly(app);
    before = filesBelow(app);
  });
  afterAll(() => {
    for (const name of ['', ...readdirSync(app, { recursive: true })]) {
      const file = join(app, name);
      if (lstatSync(file).isDirectory()) chmodSync(file, 0o755);
    }
  });

  test('a console on a Redis shows its locks, changes none of them, and writes nothing', async () => {
    const console = asNobody(redisUrl, '--port', String(await freePort()));
    const url = await console.url();
    await firstLock(url, 0);
    expect(console.output()).toContain('Read-only');
    expect(console.output()).toContain('in memory');
    expect(console.errors()).toBe('');
    const page = await (await fetch(`${url}/locks`)).text();
    expect(page).toContain(KEY);

    const act = ['release', 'redis', KEY, '--if-holder', TOKEN, '--reason', 'test', '--alive', '--yes'];
    const refused = asNobody(...act, '--url', url);
    const [code] = await refused.ended;
    expect([code, refused.errors()]).toEqual([1, expect.stringMatching(/read-only/i)]);
    expect(await redis.get(KEY)).toBe(TOKEN);

    await console.stop();
    expect(filesBelow(app)).toEqual(before);
  });

  test('the command line lists the locks by itself', async () => {
    const listed = asNobody('ls', '--direct', redisUrl);
    const [code] = await listed.ended;
    expect([code, listed.errors()]).toEqual([0, '']);
    expect(listed.output()).toContain(KEY);
  });

  test('a server that cannot be reached is named with its cause, and the console stays', async () => {
    const console = asNobody('redis://127.0.0.1:1', '--port', String(await freePort()));
    const url = await console.url();
    await until('its cause', () => console.errors().includes('ECONNREFUSED'));
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
  });

  test('a console without a configuration asks for a Redis, and says that its history is not kept', async () => {
    const port = String(await freePort());
    const console = asNobody('serve', '--port', port);
    const url = `http://127.0.0.1:${port}`;
    await until('it is ready', () =>
      fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
    expect((await fetch(`${url}/first-run`)).status).toBe(200);
    await until('it says so', async () =>
      (await (await fetch(`${url}/readyz`)).json()).problems.some((text) => text.startsWith('history')),
    );
    expect(filesBelow(app)).toEqual(before);
    await console.stop();
  });
});

test('without the engine of the platform it names the package to install', async () => {
  const engines = join(installed, 'console/node_modules/@libsql');
  renameSync(engines, `${engines}-away`);
  onTestFinished(() => renameSync(`${engines}-away`, engines));
  const refused = started(node, lockscope(redisUrl, '--port', String(await freePort())), { cwd: app, env });
  const [code] = await refused.ended;
  expect([code, refused.errors()]).toEqual([2, expect.stringMatching(/install @libsql\/[\w-]+@\d/)]);
});
