import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';

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

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  probe.listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  probe.close();
  await once(probe, 'close');
  return port;
}

/** A real redis-server on a free port with a temporary folder of its own. `args` go on its command line. */
export async function startRedisServer(args: string[] = []): Promise<RedisServer> {
  const port = await freePort();
  const dir = await mkdtemp(join(tmpdir(), 'lockscope-redis-'));
  let child: ChildProcess | null = null;

  async function start(): Promise<void> {
    const settings = [
      '--port',
      String(port),
      '--bind',
      '127.0.0.1',
      '--dir',
      dir,
      '--save',
      '',
      '--appendonly',
      'no',
    ];
    child = spawn('redis-server', [...settings, '--daemonize', 'no', ...args], { stdio: 'ignore' });
    await waitUntilReady(port, child);
  }

  async function stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const running = child;
    child = null;
    if (!running || running.exitCode !== null || running.signalCode !== null) return;
    const gone = once(running, 'exit');
    running.kill('SIGCONT');
    running.kill(signal);
    await gone;
  }

  await start();
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
      await rm(dir, { recursive: true, force: true });
    },
  };
}

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
  try {
    await Promise.race([redis.ping(), failed]);
  } finally {
    redis.disconnect();
    failed.catch(() => {}); // it may end later, when a test stops it
  }
}

/** Waits until `probe` gives something truthy and returns it; throws with `what` after `limitMs`. */
export async function until<T>(
  what: string,
  probe: () => T | Promise<T>,
  limitMs = 10_000,
): Promise<NonNullable<Exclude<T, false>>> {
  const deadline = Date.now() + limitMs;
  for (;;) {
    const value = await probe();
    if (value) return value as NonNullable<Exclude<T, false>>;
    if (Date.now() > deadline) throw new Error(`waited ${limitMs} ms for: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
