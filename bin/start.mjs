/**
 * Runs the console alone: `npm start [-- --host H] [--port N]`. Targets come from lockscope.config.json or
 * LOCKSCOPE_REDIS_URL, or from its first page where there is neither; flags win over LOCKSCOPE_HOST and LOCKSCOPE_PORT.
 */
import { existsSync } from 'node:fs';
import http from 'node:http';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { parentWatch } from './parent.mjs';

const DEFAULT_PORT = 3000;

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
// Where neither is set the first page asks for a Redis, or offers sample data.
process.env.LOCKSCOPE_SAMPLE = fileURLToPath(new URL('sample.mjs', import.meta.url));

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
  const { ensureBuilt, serverPath } = await import('./build.mjs');
  if (!serverPath()) {
    const { setup } = await import('./setup.mjs');
    await setup();
    await ensureBuilt({ whenStale: false });
  }
  return serverPath();
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
  console.error(`${message}\nusage: npm start [-- --host HOST --port PORT]`);
  process.exit(2);
}
