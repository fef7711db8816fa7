import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { freePort, giveBack } from './free-port';

export type RedisServer = {
  port: number;
  url: string;
  pid: number;
  /** Stops the server with `signal` (default SIGTERM) and waits until it is gone. The folder stays for `start`. */
  stop(signal?: NodeJS.Signals): Promise<void>;
  /** Starts it again on the same port with the same folder. */
  start(): Promise<void>;
  /** SIGSTOP / SIGCONT: a server that accepts connections and never answers. */
  freeze(): void;
  thaw(): void;
  /** Stops it for good and removes its folder. */
  close(): Promise<void>;
};

/** Where a server lives: its port, and a temporary folder of its own. */
export type Place = { port: number; dir: string };

const TRIES = 5;

/**
 * A real redis-server on a free port with a temporary folder of its own. `args` go on its command line, `env` on top of our
 * environment.
 */
export async function startRedisServer(
  args: string[] = [],
  env: Record<string, string> = {},
): Promise<RedisServer> {
  return startServer(
    ({ port, dir }) => [
      ...['--port', String(port), '--bind', '127.0.0.1', '--dir', dir],
      ...['--save', '', '--appendonly', 'no', '--daemonize', 'no', ...args],
    ],
    env,
  );
}

/**
 * As `startRedisServer`, for any use of the program: `argsOf` says its whole command line and is asked once a place, so
 * it may write a configuration file there. Where a stranger took the port meanwhile it is asked for another one.
 */
export async function startServer(
  argsOf: (place: Place) => string[] | Promise<string[]>,
  env: Record<string, string> = {},
): Promise<RedisServer> {
  for (let tries = 1; ; tries++) {
    const port = await freePort();
    const dir = await mkdtemp(join(tmpdir(), 'lockscope-redis-'));
    const server = serverOf({ port, dir }, await argsOf({ port, dir }), env);
    try {
      await server.start();
      return server;
    } catch (error) {
      await server.close();
      if (tries === TRIES) throw error;
    }
  }
}

function serverOf({ port, dir }: Place, args: string[], env: Record<string, string>): RedisServer {
  let child: ChildProcess | null = null;

  async function start(): Promise<void> {
    child = spawn('redis-server', args, { stdio: 'ignore', env: { ...process.env, ...env } });
    await waitUntilReady(port, child);
  }

  async function stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const running = child;
    child = null;
    if (!running?.pid || running.exitCode !== null || running.signalCode !== null) return;
    const gone = once(running, 'exit');
    running.kill('SIGCONT');
    running.kill(signal);
    await gone;
  }

  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    get pid() {
      return child?.pid ?? 0;
    },
    stop,
    start,
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    close: async () => {
      await stop('SIGKILL');
      giveBack(port);
      // A child that saves outlives its server, and writes on for a moment.
      await rm(dir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
    },
  };
}

/** Throws when the program ends early, or when it is another that answers on its port. */
async function waitUntilReady(port: number, child: ChildProcess): Promise<void> {
  const redis = new Redis(port, '127.0.0.1', {
    lazyConnect: true,
    retryStrategy: () => 20,
    maxRetriesPerRequest: null,
  });
  redis.on('error', () => {}); // refused until the server listens
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`redis-server on port ${port} ended with code ${code}`);
  });
  failed.catch(() => {}); // it may end later, when a test stops it
  try {
    const info = await Promise.race([redis.info('server'), failed]);
    if (!info.includes(`process_id:${child.pid}\r`)) throw new Error(`another server is on port ${port}`);
  } finally {
    redis.disconnect();
  }
}

/** Room for a machine that is busy with other things. */
const LIMIT_MS = 30_000;

/** Waits until `probe` gives something truthy and returns it; throws with `what` after `limitMs`. */
export async function until<T>(
  what: string,
  probe: () => T | Promise<T>,
  limitMs = LIMIT_MS,
): Promise<NonNullable<Exclude<T, false>>> {
  const deadline = Date.now() + limitMs;
  for (;;) {
    const value = await probe();
    if (value) return value as NonNullable<Exclude<T, false>>;
    if (Date.now() > deadline) throw new Error(`waited ${limitMs} ms for: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
