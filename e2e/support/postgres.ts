import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { findTool } from '../../bin/setup.mjs';
import { freePort } from './free-port';

export type PostgresServer = {
  port: number;
  /** Of its database `history`, with all rights. */
  url: string;
  /** URL of a new, empty database beside it. */
  database(): Promise<string>;
  /** SIGKILL of its first process, on which all others end; resolves when that is gone. */
  kill(): Promise<void>;
  /** Stops it in order. */
  stop(): Promise<void>;
  /** Starts it again on the same port and folder; it recovers first if it was killed. */
  start(): Promise<void>;
  /** SIGSTOP and SIGCONT of every one of its processes: connections open, nothing is answered. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  /** Stops it for good and removes its folder. */
  close(): Promise<void>;
};

const run = promisify(execFile);
const READY_MS = 30_000;
const USER = 'postgres';

/** Whether there is a PostgreSQL to start. */
export function hasPostgres(): boolean {
  return findTool('postgres') !== null;
}

/**
 * A real PostgreSQL on a free port with a folder of its own. It runs as `postgres` where we are root, which it refuses.
 * `durable`: it waits for the disk, as in earnest.
 */
export async function startPostgres({ durable = false } = {}): Promise<PostgresServer> {
  const program = findTool('postgres');
  if (!program) throw new Error('there is no PostgreSQL: node bin/setup.mjs postgres');
  const port = await freePort();
  const dir = await mkdtemp(join(tmpdir(), 'lockscope-postgres-'));
  const user = await ownerOf(dir);
  const data = join(dir, 'data');
  const init = ['--pgdata', data, '--username', USER, '--auth', 'trust', '--encoding', 'UTF8', '--no-sync'];
  await run(join(dirname(program), 'initdb'), [...init, '--no-locale'], { ...user, cwd: dir });
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    port: String(port),
    shared_buffers: '64MB',
    ...(!durable && { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  const args = [
    '-D',
    data,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
  const urlOf = (name: string) => `postgres://${USER}@127.0.0.1:${port}/${name}`;
  let child: ChildProcess | null = null;
  let databases = 0;

  async function start(): Promise<void> {
    const deadline = Date.now() + READY_MS;
    for (;;) {
      const started = spawn(program as string, args, { ...user, cwd: dir, stdio: 'ignore' });
      const ended = new Promise<false>((resolve) => started.once('exit', () => resolve(false)));
      if (await Promise.race([ended, answers(urlOf('postgres'), deadline)])) {
        child = started;
        return;
      }
      // After a kill the processes it had started take a moment to notice.
      started.kill('SIGKILL');
      if (Date.now() > deadline) throw new Error('PostgreSQL did not become ready');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    const running = child;
    child = null;
    if (!running || running.exitCode !== null || running.signalCode !== null) return;
    const gone = once(running, 'exit');
    running.kill(signal);
    await gone;
  }

  const signalAll = async (signal: NodeJS.Signals) => {
    for (const pid of child?.pid ? [child.pid, ...(await childrenOf(child.pid))] : []) {
      try {
        process.kill(pid, signal);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error; // it ended meanwhile
      }
    }
  };

  const server: PostgresServer = {
    port,
    url: urlOf('history'),
    async database() {
      const name = `history_${++databases}`;
      await ask(urlOf('postgres'), `create database ${name}`);
      return urlOf(name);
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGINT'),
    start,
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    async close() {
      try {
        await signalAll('SIGCONT');
      } finally {
        await end('SIGQUIT');
      }
      await rm(dir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
    },
  };
  await start();
  await ask(urlOf('postgres'), 'create database history');
  return server;
}

async function answers(url: string, deadline: number): Promise<boolean> {
  while (Date.now() < deadline) {
    try {
      await ask(url, 'select 1');
      return true;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 20)); // refused until it has recovered
    }
  }
  return false;
}

async function ask(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query(statement);
  } finally {
    await client.end().catch(() => {});
  }
}

/** Gives it the folder, and the way to it. */
async function ownerOf(dir: string): Promise<{ uid?: number; gid?: number }> {
  if (process.getuid?.() !== 0) return {};
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map(async (option) => Number((await run('id', [option, USER])).stdout)),
  );
  await chown(dir, uid ?? 0, gid ?? 0);
  const above = dirname(dir);
  if (basename(above).startsWith('lockscope-')) await chmod(above, (await stat(above)).mode | 0o011);
  return { uid, gid };
}

async function childrenOf(pid: number): Promise<number[]> {
  const { stdout } = await run('pgrep', ['-P', String(pid)]).catch(() => ({ stdout: '' })); // none
  return stdout.split('\n').filter(Boolean).map(Number);
}
