import type { Evidence } from '../../lib/contract/finding';
import type { NodeFinding, NodeStatus } from '../../lib/contract/nodes';
import type { Silence } from '../../lib/contract/silences';
import { silencer } from '../../lib/domain/lists/silence';
import { findings as words } from '../../lib/i18n/en/findings';
import { nodes as nodeWords } from '../../lib/i18n/en/nodes';
import { aclLines } from '../../lib/redis/acl-lines';
import { XRAY_RIGHTS } from '../../lib/redis/xray-rights';
import type { ConsoleClient } from './console-client';
import { CommandError, ExitCode } from './exit-code';
import type { Output } from './output';
import { durationWords } from './words';

export type DoctorCommandOptions = { target?: string; acl: boolean; json: boolean };

/**
 * `lockscope doctor`: what is wrong with each node for its locks, what cures it and what that costs; with `acl` also the
 * accounts that the console needs. What is silenced is shown as such and not counted. Throws `not-found` for a target that is not watched.
 */
export async function examineNodes(
  console: ConsoleClient,
  options: DoctorCommandOptions,
  out: Output,
): Promise<void> {
  const answer = await console.call('GET /api/nodes', {});
  const nodes = answer.nodes.filter(
    ({ target }) => options.target === undefined || target === options.target,
  );
  if (nodes.length === 0 && options.target !== undefined)
    throw new CommandError(ExitCode.notFound, 'not-found', `no target is called ${options.target}`);
  const silenceOf = await silences(console, answer.nowMs);
  const acl = options.acl ? aclLines(oldestOf(nodes)) : null;
  if (options.json) {
    const told = nodes.map(({ target, node, state, problem, health, findings, missingRights: missing }) => {
      const told = findings.map((finding) => ({ ...finding, silence: silenceOf(target, node, finding) }));
      const missingRights = missing ?? null;
      return { target, node, state, problem, unread: health?.unread ?? null, missingRights, findings: told };
    });
    return out.line(JSON.stringify({ nodes: told, ...(acl && { acl }), nowMs: answer.nowMs }, null, 2));
  }
  for (const node of nodes) for (const line of linesOf(node, silenceOf, answer.nowMs)) out.line(line);
  const all = nodes.flatMap(({ target, node, findings }) =>
    findings.map((finding) => silenceOf(target, node, finding)),
  );
  const count = all.filter((silence) => silence === null).length;
  const silenced = all.length - count;
  out.line(
    `${count} ${count === 1 ? 'finding' : 'findings'} on ${nodes.length} ${nodes.length === 1 ? 'node' : 'nodes'}${silenced > 0 ? `, and ${silenced} silenced` : ''}`,
  );
  if (!acl) return;
  out.line(`\nAn account that sees everything and changes nothing:\n${acl.viewer}`);
  out.line(`\nAn account that releases and extends as well:\n${acl.operator}`);
  out.line(`\nTo take X-rays of locks, in addition to either: ${XRAY_RIGHTS.join(' ')}`);
}

type SilenceOf = (target: string, node: string, finding: NodeFinding) => Silence | null;

async function silences(console: ConsoleClient, nowMs: number): Promise<SilenceOf> {
  const { silences } = await console.call('GET /api/silences', {});
  const silenceOf = silencer(silences, nowMs);
  return (target, node, { code }) => silenceOf({ code, target, node, id: null, key: null });
}

function linesOf(node: NodeStatus, silenceOf: SilenceOf, nowMs: number): string[] {
  const { target, node: address, state, problem, findings, health } = node;
  const role = health?.replication.role;
  const lines = [`${target}  ${address}  ${state}${role ? `, ${role}` : ''}`];
  if (state !== 'live') lines.push(`  nothing is known of it now${problem ? `: ${problem}` : ''}`);
  for (const finding of findings)
    lines.push(...findingLines(finding, silenceOf(target, address, finding), nowMs));
  for (const { command, costs } of node.missingRights ?? [])
    lines.push(`  ${nodeWords.rights[costs].replace('{commands}', command)}`);
  for (const { part, why } of health?.unread ?? [])
    lines.push(`  not known: ${nodeWords.safety.unread[part].replace('{why}', why)}`);
  if (state === 'live' && !health) lines.push('  not read yet');
  else if (lines.length === 1) lines.push('  no rule has found anything');
  return [...lines, ''];
}

function findingLines(
  { code, severity, sinceMs, evidence, command }: NodeFinding,
  silence: Silence | null,
  nowMs: number,
): string[] {
  const { title, why, fix, cost } = words.code[code];
  return [
    `  ${severity}: ${title} (${code}), for ${durationWords(nowMs - sinceMs)}${silence ? ` (silenced until ${momentWords(silence.untilMs)})` : ''}`,
    ...evidence.map((line) => `    ${evidenceWords(line)}`),
    `    why:   ${why}`,
    `    cure:  ${fix}`,
    ...(command === null ? [] : [`           ${command}`]),
    `    costs: ${cost}`,
  ];
}

function momentWords(atMs: number): string {
  return `${new Date(atMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** One fact with its figures: `memory used: used 95 MB, max 100 MB`. */
export function evidenceWords({ code, values }: Pick<Evidence, 'code' | 'values'>): string {
  const facts = Object.entries(values).map(([name, value]) => {
    if (name.endsWith('Ms')) return `${name.slice(0, -2)} ${spanWords(Number(value))}`;
    if (name.endsWith('Bytes')) return `${name.slice(0, -5)} ${bytesWords(Number(value))}`;
    return `${name} ${value}`;
  });
  const what = code.replaceAll('-', ' ');
  return facts.length === 0 ? what : `${what}: ${facts.join(', ')}`;
}

function spanWords(ms: number): string {
  return Math.abs(ms) < 1_000 ? `${Math.round(ms)} ms` : durationWords(ms);
}

function bytesWords(bytes: number): string {
  if (bytes < 10_000) return `${bytes} B`;
  return bytes < 10_000_000 ? `${(bytes / 1e3).toFixed(0)} kB` : `${(bytes / 1e6).toFixed(0)} MB`;
}

/** The lowest version among them; null = none is known. */
function oldestOf(nodes: readonly NodeStatus[]): string | null {
  const versions = nodes.flatMap(({ redisVersion }) => redisVersion ?? []);
  return versions.sort((a, b) => Number.parseFloat(a) - Number.parseFloat(b))[0] ?? null;
}
