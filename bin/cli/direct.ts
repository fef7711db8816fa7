import { setTimeout as pause } from 'node:timers/promises';
import { createTranslator } from 'use-intl/core';
import type { ReachCode } from '../../lib/contract/node-codes';
import type { NodeStatus } from '../../lib/contract/nodes';
import { en } from '../../lib/i18n/messages';
import { reachWords } from '../../lib/i18n/reach-words';
import { loadConfig } from '../../lib/server/config/config';
import { PEER } from '../../lib/server/front/peer';
import { answerApi } from '../../lib/server/http/answer-api';
import { withDirectAudit } from '../../lib/server/record/direct-audit';
import { createLog } from '../../lib/server/record/log';
import type { Runtime } from '../../lib/server/runtime/types';
import { createRuntime } from '../../lib/server/start/runtime-core';
import { type ConsoleClient, consoleClient } from './console-client';
import { CommandError, ExitCode } from './exit-code';
import { environmentFor } from './named-redis';
import type { Output } from './output';
import type { Place } from './user';

/** As long as a server may take to answer and the rights on it to be looked at. */
const LIVE_WITHIN_MS = 10_000;
/** Then what was found so far is shown, and that it is not everything. */
const SCANNED_WITHIN_MS = 20_000;
const LOOK_AGAIN_MS = 50;
/** Somebody has to change a setting, or the server. */
const NO_WAITING_CURES: ReadonlySet<ReachCode> = new Set([
  'wrong-password',
  'no-password',
  'no-database',
  'tls',
  'not-tls',
  'wants-tls',
  'not-redis',
  'protected',
]);

/**
 * A console within this process, for as long as `work` takes: the command line on Redis itself, with the same plan, checks
 * and scripts. `redis` = a URL, or true for the targets of the configuration. Nothing of the history is opened; what is done
 * stands in a file that a console takes in (`direct-audit.ts`), and is not done where that cannot be written. Throws
 * `node-down` when no server can be used, with the cause.
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
    await live(runtime, redis);
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

function settingsFor(redis: string | true, place: Place) {
  const env = redis === true ? place.env : environmentFor(redis, place, '--direct alone');
  const config = loadConfig(env, place.folder);
  const auditFile = config.audit.file;
  const audit = { ...config.audit, stdout: false };
  const alone = { signIn: null, consoles: null, role: 'all' as const, audit };
  return { config: { ...config, ...alone, history: { ...config.history, url: 'memory:' } }, auditFile };
}

/** Of several servers those that answer can be worked on. Throws `node-down`, with the cause of each, where none does. */
async function live(runtime: Runtime, redis: string | true): Promise<void> {
  const untilMs = performance.now() + LIVE_WITHIN_MS;
  while (!isSettled(runtime) && performance.now() <= untilMs) await pause(LOOK_AGAIN_MS);
  const nodes = runtime.nodes();
  if (nodes.some(({ state }) => state === 'live')) return;
  const text = nodes.map((node) => unreachedWords(node, redis)).join('; ') || 'no server';
  const causes = nodes.map(({ node, failure }) => ({ node, cause: failure?.code ?? null }));
  throw new CommandError(ExitCode.error, 'node-down', `Redis cannot be used: ${text}`, { nodes: causes });
}

/** Whether waiting changes nothing more: each server is live, and the rights on it are known, or will never be. */
function isSettled(runtime: Runtime): boolean {
  const nodes = runtime.nodes();
  const isOver = ({ state, failure }: NodeStatus) =>
    state === 'live' || (failure != null && NO_WAITING_CURES.has(failure.code));
  const areLive = new Set(nodes.flatMap(({ target, state }) => (state === 'live' ? [target] : [])));
  return (
    nodes.length > 0 &&
    nodes.every(isOver) &&
    runtime.all().every(({ target, actions }) => !areLive.has(target.name) || actions.status === 'ready')
  );
}

const REACH = reachWords(createTranslator({ locale: 'en', messages: en.reach, timeZone: 'UTC' }));

function unreachedWords({ node, state, problem, failure }: NodeStatus, redis: string | true): string {
  if (!failure) return `${node} (${problem ?? state})`;
  const { code, settings, from } = failure;
  const cause = code === 'other' ? `${problem ?? state}.` : REACH.cause(code);
  const where = redis === true ? REACH.where(settings, from) : 'Option: --direct';
  return [`${node}: ${cause}`, ...(where === null ? [] : [`${where}.`])].join(' ');
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
