import { CommanderError } from 'commander';
import type { ChangedDetails } from '../../lib/contract/actions';
import { runActionCommand } from './action';
import { releaseInBulk } from './bulk';
import { completionScript } from './completion';
import { type ConsoleClient, consoleClient } from './console-client';
import { examineNodes } from './doctor';
import { CommandError, ExitCode } from './exit-code';
import { showGraph } from './graph';
import { printHandover, showHistory } from './history';
import { printLocks } from './list';
import { nextSteps } from './next-steps';
import type { Output } from './output';
import { type Commands, type Common, createProgram, wordsOf } from './program';
import { approveRequest, declineRequest, listRequests } from './requests';
import { endOf, startServer } from './serve';
import { showLock } from './show';
import { readSecret, terminal } from './terminal';
import { watchEvents } from './watch';
import { sideWords } from './words';
import { xrayLock } from './xray';

/** Runs one command line; resolves to the code to exit with and never throws. */
export async function main(argv: string[], out: Output = terminal()): Promise<number> {
  const state = { exitCode: ExitCode.done as number };
  const program = createProgram({
    ...commandsFor(out, state),
    completion: async (shell) => out.line(completionScript(program, shell)),
  });
  try {
    if (argv.length === 0) out.line(nextSteps(PLACE.folder));
    else await program.parseAsync(wordsOf(argv), { from: 'user' });
    return state.exitCode;
  } catch (error) {
    return report(error, argv.includes('--json'), out);
  }
}

/** A process of this command alone watches no lock before: it waits as long for the renewal of a usual lease of 30 s, 14 s. */
const DIRECT_PATIENCE_MS = 20_000;

const PLACE = { env: process.env, folder: process.cwd() };

function commandsFor(out: Output, state: { exitCode: number }): Omit<Commands, 'completion'> {
  /** To a running console, or to Redis itself. */
  async function through<T>(
    { url, token, direct }: Common,
    work: (client: ConsoleClient, patience: { patienceMs?: number }) => Promise<T>,
  ): Promise<T> {
    if (direct === undefined) return work(consoleClient(url, token), {});
    const { directly } = await import('./direct');
    return directly(direct, PLACE, out, (client) => work(client, { patienceMs: DIRECT_PATIENCE_MS }));
  }

  return {
    open: async (redis, options) => {
      const { openConsole } = await import('./open');
      state.exitCode = await openConsole(redis, options, PLACE, out);
    },
    serve: async (options) => {
      state.exitCode = await endOf(startServer(options, process.env));
    },
    ls: (options) => through(options, (client) => printLocks(client, options, out)),
    show: (id, options) => through(options, (client) => showLock(client, id, options.json, out)),
    act: async (id, options) => {
      state.exitCode = await through(options, (client, patience) =>
        runActionCommand(client, id, { ...options, ...patience }, out),
      );
    },
    bulk: async (options) => {
      state.exitCode = await through(options, (client, patience) =>
        releaseInBulk(client, { ...options, ...patience }, out),
      );
    },
    requests: (options) => listRequests(consoleClient(options.url, options.token), options, out),
    approve: async (id, options) => {
      state.exitCode = await approveRequest(consoleClient(options.url, options.token), id, options, out);
    },
    decline: (id, options) => declineRequest(consoleClient(options.url, options.token), id, options, out),
    graph: (options) => through(options, (client) => showGraph(client, options, out)),
    history: (id, options) => showHistory(consoleClient(options.url, options.token), id, options, out),
    handover: (id, options) => printHandover(consoleClient(options.url, options.token), id, options, out),
    xray: (id, options) => xrayLock(consoleClient(options.url, options.token), id, options, out),
    doctor: (options) => through(options, (client) => examineNodes(client, options, out)),
    // These open the database: every other command starts without loading it.
    user: async (change, name, options) => {
      const { changeUser } = await import('./user');
      await changeUser(change, name, options, { place: PLACE, out, read: readSecret });
    },
    users: async (options) => (await import('./user')).listUsers(options, PLACE, out),
    token: async (command) => (await import('./token')).tokenCommand(command, PLACE, out),
    watch: async (options) => {
      const interrupted = new AbortController();
      const stop = () => interrupted.abort();
      process.once('SIGINT', stop).once('SIGTERM', stop);
      await watchEvents(
        consoleClient(options.url, options.token),
        { ...options, signal: interrupted.signal },
        out,
      );
    },
  };
}

function report(error: unknown, json: boolean, out: Output): number {
  // Commander has printed its own message; help and version are not errors.
  if (error instanceof CommanderError) return error.exitCode === 0 ? ExitCode.done : ExitCode.usage;
  const known = error instanceof CommandError ? error : null;
  const message = error instanceof Error ? error.message : String(error);
  if (json) {
    const body = { error: { code: known?.code ?? 'unexpected', message, details: known?.details ?? {} } };
    out.line(JSON.stringify(body, null, 2));
  } else {
    out.errorLine(message);
    const { before, after } = (known?.details ?? {}) as Partial<ChangedDetails>;
    if (before && after) {
      out.errorLine(`  seen  ${sideWords(before)}`);
      out.errorLine(`  now   ${sideWords(after)}`);
    }
  }
  return known?.exitCode ?? ExitCode.error;
}
