/** What tabs and pages count, all of one moment. */
export type Tally = {
  /** Known locks, free and lost ones too. */
  locks: number;
  /** Every key was looked at and a node answers: only then is 0 locks a fact. */
  complete: boolean;
  /** Open and not silenced; `urgent` = lost or at risk, contained in `all`. */
  findings: { urgent: number; all: number };
  /** Watched servers. */
  nodes: number;
  /** Servers that answer: while none does, what is known of locks is of before. */
  answering: number;
};

/** Tallies of one moment by the name of the target. */
export type Tallies = Record<string, Tally>;

/** Sum over all targets, or the tally of one; null = there is no such target. */
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
