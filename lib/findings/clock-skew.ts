import type { NodeClock } from '../contract/node-health';
import type { NodeFinding, NodeStatus } from '../contract/nodes';
import { lineRead } from './core/line-read';
import type { NodeRule } from './core/node-rule';

/** A larger difference between clocks makes deadlines in values wrong, ms. */
const SKEW_MS = 500;

/** The server's clock differs from the console's. */
export const clockSkew: NodeRule<'clock-skew'> = {
  code: 'clock-skew',
  severity: 'at-risk',
  detect({ clock, atMs }) {
    if (!clock || Math.abs(clock.skewMs) - clock.errorMs <= SKEW_MS) return null;
    const code = clock.skewMs > 0 ? 'clock-ahead' : 'clock-behind';
    const values = { offMs: Math.abs(clock.skewMs), errorMs: clock.errorMs };
    return { evidence: [lineRead(code, values, 'at-risk', atMs)] };
  },
};

type Clocked = { node: NodeStatus; clock: NodeClock };

/**
 * The servers of one target, with `clock-skew` on the one that is furthest from the others. Each clock may be close to the
 * console's although they differ. Servers that do not answer are left out. Pure.
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
  // With two servers the console's clock decides.
  const right = clocked.length > 2 ? (clocked[clocked.length >> 1]?.clock.skewMs ?? 0) : 0;
  const slowIsOff = right - slow.clock.skewMs > fast.clock.skewMs - right;
  const [off, other] = slowIsOff ? [slow, fast] : [fast, slow];
  const sinceMs = Math.max(fast.clock.sinceMs, slow.clock.sinceMs);
  return nodes.map((node) => (node === off.node ? withLine(node, other.node, apartMs, sinceMs) : node));
}

function withLine(node: NodeStatus, other: NodeStatus, apartMs: number, sinceMs: number): NodeStatus {
  const line = lineRead('clock-apart', { node: other.node, apartMs }, 'at-risk', node.health?.atMs ?? null);
  const before = node.findings.find(({ code }) => code === 'clock-skew');
  const finding: NodeFinding = before
    ? { ...before, evidence: [...before.evidence, line] }
    : { code: 'clock-skew', severity: clockSkew.severity, sinceMs, evidence: [line], command: null };
  return { ...node, findings: [...node.findings.filter((each) => each !== before), finding] };
}
