import type { ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { hostInUrl } from '../../lib/domain/values/host-in-url';
import { redisUrlProblem } from '../../lib/server/config/config-schema';
import type { ReadinessDetails } from '../../lib/server/http/health';
import { CommandError, ExitCode } from './exit-code';
import { environmentFor } from './named-redis';
import type { Output } from './output';
import { endOf, startServer } from './serve';
import type { Place } from './user';

export type OpenOptions = { port?: string };

/** Tried one after the other where nobody names a port. */
const PORTS = { first: 3_000, count: 20 };
/** The console is asked this often whether it is ready, ms; */
const ASK_AGAIN_MS = 50;
/** and one answer may take this long, ms. */
const ANSWER_MS = 2_000;
/** Level of a warning in the log (pino). */
const WARNING = 40;

/**
 * Runs a console on one Redis until somebody ends it, read-only and with its history in memory unless variables say
 * otherwise; resolves to its exit code. Prints its address once each server answered or was tried. Throws `usage` for an
 * address that is none and in a folder with a configuration, `port-in-use` where there is no port to listen on.
 */
export async function openConsole(
  redis: string,
  options: OpenOptions,
  place: Place,
  out: Output,
): Promise<number> {
  const problem = redisUrlProblem(redis);
  if (problem) throw new CommandError(ExitCode.usage, 'usage', `the address of the Redis ${problem}`);
  const { env, assumed } = settingsFor(redis, place);
  const host = env.LOCKSCOPE_HOST || '127.0.0.1';
  const port = await portFor(options.port ?? env.LOCKSCOPE_PORT, host);
  const child = startServer({ port }, env, ['ignore', 'pipe', 'inherit']);
  const ended = endOf(child);
  passOnLog(child.stdout, out);
  const url = `http://${hostIn(host)}:${port}`;
  const ready = await readiness(url, child);
  if (ready) {
    out.line(`${url} shows the locks of ${withoutSecrets(redis)}`);
    for (const line of [...assumed, 'Ctrl-C ends it.']) out.line(line);
    // Of a console that others reach it is a number: the page names them to whoever signs in.
    const problems = Array.isArray(ready.problems) ? ready.problems : [];
    for (const each of problems) out.errorLine(`${each}; it is tried again, and the page has the cause`);
  }
  return ended;
}

/** `assumed` = the settings that nobody made, one line each, with the variable that changes it. */
function settingsFor(redis: string, place: Place): { env: Place['env']; assumed: string[] } {
  const named = environmentFor(redis, place, 'lockscope serve');
  const defaults: { variables: Record<string, string>; unless: string[]; line: string }[] = [
    {
      variables: { LOCKSCOPE_READ_ONLY: 'true' },
      unless: ['LOCKSCOPE_READ_ONLY'],
      line: 'Read-only: no lock is changed. LOCKSCOPE_READ_ONLY=false allows it.',
    },
    {
      variables: { LOCKSCOPE_HISTORY_URL: 'memory:' },
      unless: ['LOCKSCOPE_HISTORY_URL', 'LOCKSCOPE_DATA_DIR'],
      line: 'The history is in memory and ends with the console. LOCKSCOPE_DATA_DIR=FOLDER keeps it.',
    },
  ];
  const missing = defaults.filter(({ unless }) => unless.every((name) => !named[name]));
  return {
    env: Object.assign({ ...named }, ...missing.map(({ variables }) => variables)),
    assumed: missing.map(({ line }) => line),
  };
}

/** The port that is named, or the first free one of `PORTS`. Throws `port-in-use`. */
async function portFor(named: string | undefined, host: string): Promise<string> {
  if (named !== undefined && named !== '') {
    // Anything but a port number is refused by the console, in its own words.
    if (!/^\d{1,5}$/.test(named) || (await isFree(Number(named), host))) return named;
    throw new CommandError(ExitCode.error, 'port-in-use', `port ${named} is in use: name another by --port`);
  }
  for (let port = PORTS.first; port < PORTS.first + PORTS.count; port++)
    if (await isFree(port, host)) return String(port);
  const all = `${PORTS.first} to ${PORTS.first + PORTS.count - 1}`;
  throw new CommandError(ExitCode.error, 'port-in-use', `ports ${all} are in use: name another by --port`);
}

/** Only a port in use counts as not free: any other error is the console's to report. */
function isFree(port: number, host: string): Promise<boolean> {
  const probe = createServer();
  return new Promise((resolve) => {
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code !== 'EADDRINUSE'));
    try {
      probe.listen(port, host, () => probe.close(() => resolve(true)));
    } catch {
      resolve(true); // no port number, 65536 say
    }
  });
}

/** The answer of a console that is ready; null = it ended before. */
async function readiness(url: string, child: ChildProcess): Promise<Partial<ReadinessDetails> | null> {
  while (child.exitCode === null && child.signalCode === null) {
    try {
      const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(ANSWER_MS) });
      if (answer.ok) return (await answer.json()) as Partial<ReadinessDetails>;
    } catch {
      // refused until it listens
    }
    await pause(ASK_AGAIN_MS);
  }
  return null;
}

/** Warnings, errors and the audit: every line of the log would bury the address. */
function passOnLog(stdout: Readable | null, out: Output): void {
  if (stdout === null) return;
  createInterface({ input: stdout }).on('line', (text) => {
    const line = parsed(text);
    if (line !== null && 'audit' in line) out.line(text);
    else if (line !== null && Number(line.level) >= WARNING) out.errorLine(text);
  });
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null; // a line for people
  }
}

/** Where this machine reaches it: an address of every interface is none to go to. */
function hostIn(host: string): string {
  if (/^(?:0\.0\.0\.0|::)$/.test(host)) return '127.0.0.1';
  return hostInUrl(host);
}

function withoutSecrets(redis: string): string {
  const { protocol, host, pathname } = new URL(redis);
  return `${protocol}//${host}${pathname}`;
}
