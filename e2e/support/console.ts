import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from './free-port';
import { until } from './redis-server';

const startScript = fileURLToPath(new URL('../../bin/start.mjs', import.meta.url));
const LOG_LIMIT = 1_000_000;

/** A target as it stands in lockscope.config.json. */
export type TargetConfig = { name: string } & Record<string, unknown>;

export type ConsoleOptions = {
  targets?: TargetConfig[];
  /** How people sign in; default: nobody does. */
  signIn?: object;
  /** The line above every page; default: none. */
  notice?: string;
  /** Short for one target called `test`. */
  redisUrl?: string;
  /** Nothing is written or set: the console starts as it is found in its folder. */
  unconfigured?: boolean;
  /** Where it runs; it stays when the console is closed. Default: a folder of its own. */
  folder?: string;
  /** On top of this process' environment, in which no LOCKSCOPE_ variable is passed on. */
  env?: Record<string, string>;
  /** Address to listen on; default 127.0.0.1. Whatever it is, 127.0.0.1 has to reach it. */
  host?: string;
  /** Default: a free one. */
  port?: number;
  /** The `node` program that runs it; default: the one that runs this. */
  node?: string;
};

export type RunningConsole = {
  url: string;
  pid: number;
  /** Where it runs, with its configuration and its history. */
  folder: string;
  /** What it wrote so far, at most the last million characters. */
  logs(): string;
  /** Resolves when the process is gone, for whatever reason. */
  ended: Promise<void>;
  /** Stops it with SIGTERM, with SIGKILL when that does not help, and removes its folder. */
  close(): Promise<void>;
};

/**
 * The built console in a process of its own, with its own configuration, ready when this resolves. It ends by itself
 * when this process is gone. Throws with its log when it ends early or is not ready within 30 s.
 */
export async function startConsole(options: ConsoleOptions): Promise<RunningConsole> {
  const targets = options.targets ?? [{ name: 'test', url: options.redisUrl ?? '' }];
  const port = options.port ?? (await freePort());
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'lockscope-console-')));
  const config = join(folder, 'lockscope.config.json');
  const { signIn, notice, unconfigured = false } = options;
  const settings = { targets, ...(signIn && { signIn }), ...(notice && { notice }) };
  if (!unconfigured) await writeFile(config, JSON.stringify(settings), { mode: 0o600 });

  const child = spawn(
    options.node ?? process.execPath,
    [startScript, '--host', options.host ?? '127.0.0.1', '--port', String(port)],
    {
      cwd: folder,
      env: {
        ...foreignEnv(),
        ...(!unconfigured && { LOCKSCOPE_CONFIG: config }),
        LOCKSCOPE_END_WITH_PARENT: '1',
        LOCKSCOPE_CHECK_ANSWERS: '1',
        ...options.env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output = (output + chunk).slice(-LOG_LIMIT);
    });
  }
  const url = `http://127.0.0.1:${port}`;
  const close = async () => {
    await stop(child);
    if (options.folder === undefined)
      await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  };

  try {
    await until(`${url}/readyz`, () => isReady(child, url));
  } catch (error) {
    await close();
    throw new Error(`the console did not become ready:\n${output}`, { cause: error });
  }
  return { url, pid: child.pid ?? 0, folder, logs: () => output, ended, close };
}

async function isReady(child: ChildProcess, url: string): Promise<boolean> {
  if (hasEnded(child)) throw new Error(`it ended with ${child.exitCode ?? child.signalCode}`);
  try {
    return (await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    return false; // refused until it listens
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 6_000);
  await gone;
  clearTimeout(timer);
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

/** A developer's own console settings must not reach a console under test; where the build lies must. */
function foreignEnv(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !name.startsWith('LOCKSCOPE_') || name === 'LOCKSCOPE_DIST_DIR',
  );
  return Object.fromEntries(kept) as NodeJS.ProcessEnv;
}
