import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { loadConfig } from '../../lib/server/config/config';
import { PEER } from '../../lib/server/front/peer';
import { answerApi } from '../../lib/server/http/answer-api';
import { withDirectAudit } from '../../lib/server/record/direct-audit';
import { createLog } from '../../lib/server/record/log';
import type { Runtime } from '../../lib/server/runtime/types';
import { createRuntime } from '../../lib/server/start/runtime-core';
import { type ConsoleClient, consoleClient } from './console-client';
import { CommandError, ExitCode } from './exit-code';
import type { Output } from './output';
import type { Place } from './user';

/** As long as a server may take to answer and the rights on it to be looked at. */
const LIVE_WITHIN_MS = 10_000;
/** Then what was found so far is shown, and that it is not everything. */
const SCANNED_WITHIN_MS = 20_000;
const LOOK_AGAIN_MS = 50;

/**
 * A console within this process, for as long as `work` takes: the command line on Redis itself, with the same plan, checks
 * and scripts. `redis` = a URL, or true for the targets of the configuration. Nothing of the history is opened; what is done
 * stands in a file that a console takes in (`direct-audit.ts`), and is not done where that cannot be written. Throws
 * `node-down` when Redis does not answer.
 */
export async function directly<T>(
  redis: string | true,
  place: Place,
  out: Output,
  work: (client: ConsoleClient) => Promise<T>,
): Promise<T> {
  const { config, auditFile } = settingsFor(redis, place);
  const started = createRuntime(config, createLog([], { write: () => {} }));
  const audit = withDirectAudit(started.history, auditFile);
  const runtime: Runtime = { ...started, history: { ...started.history, ...audit } };
  try {
    await live(runtime);
    await scanned(runtime, out);
    const client = consoleClient('http://127.0.0.1', undefined, (url, init) =>
      answerHere(runtime, url, init),
    );
    const done = await work(client);
    // A quarantine is ended by whoever began it.
    await runtime.quarantines.idle();
    return done;
  } finally {
    await started.close();
  }
}

function settingsFor(redis: string | true, { env, folder }: Place) {
  const config = loadConfig(redis === true ? env : envOf(redis, env, folder), folder);
  const auditFile = config.audit.file;
  const audit = { ...config.audit, stdout: false };
  const alone = { signIn: null, consoles: null, role: 'all' as const, audit };
  return { config: { ...config, ...alone, history: { ...config.history, url: 'memory:' } }, auditFile };
}

/** A server that is named on the line is no target of a configuration. */
function envOf(redis: string, { LOCKSCOPE_CONFIG: _, ...env }: Place['env'], folder: string): Place['env'] {
  if (existsSync(resolve(folder, 'lockscope.config.json'))) {
    const text = 'a configuration is here: --direct alone uses its targets, with what they allow';
    throw new CommandError(ExitCode.usage, 'usage', text);
  }
  return { ...env, LOCKSCOPE_REDIS_URL: redis };
}

async function live(runtime: Runtime): Promise<void> {
  const untilMs = performance.now() + LIVE_WITHIN_MS;
  const isLive = () =>
    runtime.nodes().length > 0 &&
    runtime.nodes().every(({ state }) => state === 'live') &&
    runtime.all().every(({ actions }) => actions.status === 'ready');
  while (!isLive()) {
    if (performance.now() > untilMs) {
      const silent = runtime.nodes().filter(({ state }) => state !== 'live');
      const names = silent.map(({ node, state }) => `${node} (${state})`).join(', ');
      // Of several servers those that answer can be worked on.
      if (silent.length < runtime.nodes().length) return;
      throw new CommandError(ExitCode.error, 'node-down', `Redis does not answer: ${names || 'no server'}`);
    }
    await pause(LOOK_AGAIN_MS);
  }
}

/** A new process knows no lock: each name is looked at first. */
async function scanned(runtime: Runtime, out: Output): Promise<void> {
  const untilMs = performance.now() + SCANNED_WITHIN_MS;
  const leastOf = () => Math.min(...runtime.nodes().map(({ coverage }) => coverage.names));
  while (leastOf() < 1) {
    if (performance.now() > untilMs) {
      out.errorLine(`only ${Math.floor(leastOf() * 100)} % of the names were looked at so far`);
      return;
    }
    await pause(LOOK_AGAIN_MS);
  }
}

function answerHere(runtime: Runtime, url: URL, init: RequestInit): Promise<Response> {
  const headers = new Headers(init.headers as Record<string, string>);
  headers.set(PEER, '127.0.0.1');
  const { method = 'GET', body = null, signal = null } = init;
  const request = new Request(url, { method, headers, body, signal });
  return answerApi(runtime, request, url.pathname.split('/').slice(2));
}
