import { type Command, InvalidArgumentError } from 'commander';
import type { ApprovalRequest, ApprovalResult, AskRequest } from '../../lib/contract/approval/approvals';
import { isPartlyDone } from '../../lib/domain/actions/after-action';
import type { LockId } from '../../lib/domain/keys/lock-id';
import type { ConsoleClient } from './console-client';
import { CommandError, ExitCode } from './exit-code';
import { type Output, table } from './output';
import { auditWords } from './words';

type Shown = { json: boolean };

/** The commands about requests, with the options that every command has. */
export type RequestCommands<Options> = {
  requests(options: Options): Promise<void>;
  approve(id: string, options: Options): Promise<void>;
  decline(id: string, options: { reason: string } & Options): Promise<void>;
};

/** Adds these lines; `command` makes one with the options that every line has. */
export function addRequestCommands<Options>(
  command: (name: string) => Command,
  commands: RequestCommands<Options>,
): void {
  const about = (name: string) =>
    command(name).argument('<id>', 'its number, as `requests` has it', numbered);
  command('requests')
    .description('list acts that wait for a second person, and those of the last day')
    .action((options) => commands.requests(options));
  about('approve')
    .description('approve an act that somebody else asked for: it runs, as theirs')
    .action((id, options) => commands.approve(id, options));
  about('decline')
    .description('decline an act that somebody else asked for')
    .option('--reason <text>', 'why; whoever asked sees it', '')
    .action((id, options) => commands.decline(id, options));
}

function numbered(text: string): string {
  if (/^[1-9]\d{0,14}$/.test(text)) return text;
  throw new InvalidArgumentError('must be the number of a request');
}

/** Asks a second person for an act on what was read, and prints where they approve it. Touches no lock. */
export async function askForAct(
  console: ConsoleClient,
  id: LockId,
  body: AskRequest,
  { json, url }: Shown & { url: string },
  out: Output,
): Promise<void> {
  const { request } = await console.call('POST /api/locks/{id}/ask', { id, body });
  const link = new URL(`requests/${request.id}`, url.endsWith('/') ? url : `${url}/`).href;
  if (json) return out.line(JSON.stringify({ request, link }, null, 2));
  out.line(`Request ${request.id} waits for a second person until ${timeOf(request.expiresMs)}:`);
  out.line(link);
}

/** Lists acts that wait for a second person, and those of the last day. */
export async function listRequests(console: ConsoleClient, { json }: Shown, out: Output): Promise<void> {
  const answer = await console.call('GET /api/requests', {});
  if (json) return out.line(JSON.stringify(answer, null, 2));
  if (answer.requests.length === 0)
    return out.line('No act that you may see waits for a second person, or did in the last day.');
  const rows = answer.requests.map((request) => [
    ...[String(request.id), stateWords(request), request.action, request.target, request.key.text],
    ...[request.asked.name, timeOf(request.expiresMs), request.reason, request.ticket ?? ''],
  ]);
  out.line(table(['ID', 'STATE', 'ACT', 'TARGET', 'KEY', 'ASKED BY', 'UNTIL', 'REASON', 'TICKET'], rows));
}

/**
 * Approves an act that somebody else asked for: it runs, as theirs. `changed` when the lock was not as it was seen, `error`
 * when the act was refused or its outcome is not known.
 */
export async function approveRequest(
  console: ConsoleClient,
  id: string,
  { json }: Shown,
  out: Output,
): Promise<ExitCode> {
  const { request } = await console.call('POST /api/requests/{id}/approve', { id, body: {} });
  out.line(json ? JSON.stringify(request, null, 2) : approvedWords(request));
  const { state, result } = request;
  if (state === 'done') return result && isPartly(result) ? ExitCode.short : ExitCode.done;
  return request.result?.why?.code === 'changed' ? ExitCode.changed : ExitCode.error;
}

/** Declines an act that somebody else asked for. */
export async function declineRequest(
  console: ConsoleClient,
  id: string,
  { json, reason }: Shown & { reason: string },
  out: Output,
): Promise<void> {
  if (reason.trim() === '') throw new CommandError(ExitCode.usage, 'usage', 'say why: --reason TEXT');
  const body = { reason: reason.trim() };
  const { request } = await console.call('POST /api/requests/{id}/decline', { id, body });
  out.line(json ? JSON.stringify(request, null, 2) : `Request ${request.id}: declined`);
}

function isPartly({ outcome }: ApprovalResult): boolean {
  return outcome !== 'refused' && outcome !== 'unknown' && isPartlyDone(outcome);
}

function approvedWords({ id, result, action, key }: ApprovalRequest): string {
  const entry = result?.auditId ? `, ${auditWords(result.auditId)}` : '';
  const why = result?.why ? `: ${result.why.message}` : '';
  return `Request ${id}, ${action} of ${key.text}: ${result?.outcome ?? 'not known'}${why}${entry}`;
}

function stateWords({ state, result }: ApprovalRequest): string {
  return state === 'done' && result ? result.outcome : state;
}

function timeOf(atMs: number): string {
  return `${new Date(atMs).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
