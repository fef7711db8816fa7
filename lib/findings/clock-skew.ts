import type { Evidence } from '../domain/lock';
import type { NodeFinding } from '../domain/node-finding';
import type { NodeClock } from '../domain/node-health';
import type { NodeStatus } from '../domain/nodes/node-status';
import { SKEW_MS } from './core/node-findings';

type Clocked = { node: NodeStatus; clock: NodeClock };

/**
 * The servers of one target, with `clock-skew` where their clocks are apart although each may be near the console's: on the
 * one that is furthest from the rest. Servers that do not answer are left out. Pure.
 */
export function withClocksCompared(nodes: readonly NodeStatus[]): NodeStatus[] {
  const clocked = nodes
    .flatMap((node): Clocked[] =>
      node.state === 'live' && node.health?.clock ? [{ node, clock: node.health.clock }] : [],
    )
    .sort((a, b) => a.clock.skewMs - b.clock.skewMs);
  const [slow, fast] = [clocked[0], clocked.at(-1)];
  if (!slow || !fast || slow === fast) return [...nodes];
  const apartMs = fast.clock.skewMs - slow.clock.skewMs;
  if (apartMs - fast.clock.errorMs - slow.clock.errorMs <= SKEW_MS) return [...nodes];
  // Of two that differ, the console's clock is the third.
  const right = clocked.length > 2 ? (clocked[clocked.length >> 1]?.clock.skewMs ?? 0) : 0;
  const slowIsOff = right - slow.clock.skewMs > fast.clock.skewMs - right;
  const [off, other] = slowIsOff ? [slow, fast] : [fast, slow];
  const sinceMs = Math.max(fast.clock.sinceMs, slow.clock.sinceMs);
  return nodes.map((node) => (node === off.node ? withLine(node, other.node, apartMs, sinceMs) : node));
}

function withLine(node: NodeStatus, other: NodeStatus, apartMs: number, sinceMs: number): NodeStatus {
  const line: Evidence = {
    code: 'clock-apart',
    values: { node: other.node, apartMs },
    tone: 'at-risk',
    known: node.health && { by: 'read', atMs: node.health.atMs },
  };
  const before = node.findings.find(({ code }) => code === 'clock-skew');
  const finding: NodeFinding = before
    ? { ...before, evidence: [...before.evidence, line] }
    : { code: 'clock-skew', severity: 'at-risk', sinceMs, evidence: [line], command: null };
  return { ...node, findings: [...node.findings.filter((each) => each !== before), finding] };
}
