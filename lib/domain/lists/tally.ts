import type { Tallies, Tally } from '../../contract/tally';

/** Sum over all targets, or the tally of one; null = no such target. */
export function tallyOf(tallies: Tallies, target: string | null): Tally | null {
  if (target !== null) return tallies[target] ?? null;
  return Object.values(tallies).reduce<Tally>(
    (sum, { locks, complete, findings, nodes, answering }) => ({
      locks: sum.locks + locks,
      complete: sum.complete && complete,
      findings: { urgent: sum.findings.urgent + findings.urgent, all: sum.findings.all + findings.all },
      nodes: sum.nodes + nodes,
      answering: sum.answering + answering,
    }),
    { locks: 0, complete: true, findings: { urgent: 0, all: 0 }, nodes: 0, answering: 0 },
  );
}
