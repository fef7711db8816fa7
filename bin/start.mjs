/**
 * Runs the console alone: `npm start [-- --host H] [--port N]`, or `lockscope serve` of a packed one. Targets come from
 * lockscope.config.json or LOCKSCOPE_REDIS_URL, or from its first page where there is neither; flags win over LOCKSCOPE_HOST
 * and LOCKSCOPE_PORT.
 */
import { existsSync, readFileSync } from 'node:fs';
import http from 'node:http';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { parentWatch } from './parent.mjs';

const DEFAULT_PORT = 3000;
/** The server of a packed console, in whose folder this file is (`bin/pack`). In the repository there is none. */
const packedServer = fileURLToPath(new URL('../server.js', import.meta.url));
const isPacked = existsSync(packedServer);

const { host, port } = readArguments();

process.env.NODE_ENV = 'production';
process.env.NEXT_TELEMETRY_DISABLED = '1';
process.env.HOSTNAME = host;
process.env.PORT = String(port);
process.env.LOCKSCOPE_HOST = host;
process.env.LOCKSCOPE_PORT = String(port);
// The server changes its working directory to its own folder, so a relative path would mean something else there.
const config = resolve(process.env.LOCKSCOPE_CONFIG || 'lockscope.config.json');
if (process.env.LOCKSCOPE_CONFIG || existsSync(config)) process.env.LOCKSCOPE_CONFIG = config;
// Where neither is set the first page asks for a Redis, or offers sample data, whose servers are files of the repository.
if (!isPacked) process.env.LOCKSCOPE_SAMPLE = fileURLToPath(new URL('sample.mjs', import.meta.url));

if (process.env.LOCKSCOPE_DATA_DIR) process.env.LOCKSCOPE_DATA_DIR = resolve(process.env.LOCKSCOPE_DATA_DIR);
process.env.LOCKSCOPE_FOLDER = process.cwd();

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) {
  // The server ends by itself; this is for the case that something keeps it from it.
  process.on(signal, () => setTimeout(() => process.exit(signal === 'SIGTERM' ? 0 : 130), 3_000).unref());
}
if (process.env.LOCKSCOPE_END_WITH_PARENT) endWhenAlone();

/** Whoever sends its request so slowly holds a connection and gives nothing for it. Answers may take what they take. */
const SLOW_CLIENTS = { headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 1_000 };

const built = await builtServer();
putFrontFirst();
await import(pathToFileURL(built).href);

/**
 * The generated server takes no listener but its own: the one HTTP server that it creates is given ours, which hands on
 * what lib/server/front lets through. Requests wait for it; it comes with the runtime.
 */
function putFrontFirst() {
  const front = new Promise((resolve) => {
    globalThis[Symbol.for('lockscope.front')] = resolve;
  });
  const { createServer } = http;
  http.createServer = (next) => {
    http.createServer = createServer;
    return createServer(
      SLOW_CLIENTS,
      (request, response) => void front.then((handle) => handle(request, response, next)),
    );
  };
}

/** For consoles that belong to a demo or a test: they do not outlive it. */
function endWhenAlone() {
  const parentIsGone = parentWatch();
  const watch = setInterval(() => {
    if (!parentIsGone()) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  watch.unref();
}

async function builtServer() {
  if (isPacked) {
    requireDatabase();
    return packedServer;
  }
  const { ensureBuilt, serverPath } = await import('./build.mjs');
  if (!serverPath()) {
    const { setup } = await import('./setup.mjs');
    await setup();
    await ensureBuilt({ whenStale: false });
  }
  return serverPath();
}

/** A packed file has the database engine of some platforms alone. */
function requireDatabase() {
  const require = createRequire(packedServer);
  try {
    require('libsql/promise');
  } catch (error) {
    const [, name] = /'(@libsql\/[\w-]+)'/.exec(error.message) ?? [];
    if (error.code !== 'MODULE_NOT_FOUND' || !name) throw error;
    const { version } = JSON.parse(
      readFileSync(new URL('../node_modules/libsql/package.json', import.meta.url), 'utf8'),
    );
    console.error(
      `this package has no database engine for this platform: install ${name}@${version} next to it, ` +
        `as in "npx -p PACKAGE -p ${name}@${version} lockscope"`,
    );
    process.exit(2);
  }
}

function readArguments() {
  const options = { host: { type: 'string' }, port: { type: 'string' } };
  let values;
  try {
    ({ values } = parseArgs({ options }));
  } catch (error) {
    fail(error.message);
  }
  const host = values.host ?? process.env.LOCKSCOPE_HOST ?? '127.0.0.1';
  const port = Number(values.port ?? process.env.LOCKSCOPE_PORT ?? DEFAULT_PORT);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    fail(`${values.port === undefined ? 'LOCKSCOPE_PORT' : '--port'} must be a port number, 1 to 65535`);
  }
  return { host, port };
}

function fail(message) {
  const usage = isPacked
    ? 'lockscope serve [--host HOST --port PORT]'
    : 'npm start [-- --host HOST --port PORT]';
  console.error(`${message}\nusage: ${usage}`);
  process.exit(2);
}
