import type { Severity } from '../contract/codes';
import type { FindingCode } from '../contract/finding-codes';
import type { FindingsAnswer, OpenFinding } from '../contract/findings';
import type { Lock } from '../contract/lock';
import type { NodeStatus } from '../contract/nodes';
import type { SilencedBy } from '../contract/silences';
import type { Tallies, Tally } from '../contract/tally';
import { type Silenceable, silencer } from '../domain/lists/silence';
import { coverageOf } from '../domain/nodes/coverage';
import { silentNode } from '../findings/node-silent';
import type { Runtime } from '../server/runtime/types';

const LISTED = 500;
const RANK: Record<Severity, number> = { lost: 3, 'at-risk': 2, contended: 1, info: 0 };

/** Open findings, most severe first and silenced last, at most 500 of them. `byCode` counts all but the silenced. */
export function findingsAnswer(runtime: Runtime, target: string | null): FindingsAnswer {
  const nowMs = runtime.now();
  const findings = openFindings(runtime, target, nowMs);
  const loud = findings.filter(({ silence }) => silence === null);
  const quiet = findings.filter(({ silence }) => silence !== null);
  const counts = new Map<FindingCode, number>();
  for (const { code, count } of loud) counts.set(code, (counts.get(code) ?? 0) + count);
  const byCode = [...counts].map(([code, count]) => ({ code, count })).sort((a, b) => b.count - a.count);
  const listed = [...gravest(loud, LISTED), ...gravest(quiet, LISTED)].slice(0, LISTED);
  return {
    findings: listed,
    byCode,
    silenced: findingCountOf(quiet),
    tally: tally(loud, runtime.locks(target), runtime.nodes(target)),
    nowMs,
  };
}

/** Every open finding of one target or of all, silenced or not, unordered. */
export function openFindings(runtime: Runtime, target: string | null, nowMs: number): OpenFinding[] {
  const silenceOf = silencer(runtime.silences.running(), nowMs);
  const findings = findingsOf(runtime.locks(target), runtime.nodes(target), runtime.startedAtMs, nowMs);
  return findings.map((finding) => Object.assign(finding, { silence: toldOf(silenceOf(finding)) }));
}

/** The part of an open finding that counts need. */
export type CountedFinding = Pick<OpenFinding, 'target' | 'code' | 'severity' | 'count'> & {
  silenced: boolean;
};

/** Every open finding of these locks and servers, unordered. Generated one by one: a hundred thousand cost little. */
export function* countedFindings(
  runtime: Pick<Runtime, 'silences' | 'startedAtMs'>,
  locks: readonly Lock[],
  nodes: readonly NodeStatus[],
  nowMs: number,
): Generator<CountedFinding> {
  const silenceOf = silencer(runtime.silences.running(), nowMs);
  for (const finding of findingsOf([], nodes, runtime.startedAtMs, nowMs)) {
    const { target, code, severity, count } = finding;
    yield { target, code, severity, count, silenced: silenceOf(finding) !== null };
  }
  for (const { id, target, key, findings } of locks)
    for (const { code, severity } of findings) {
      if (code === 'node-silent') continue; // reported once, for the server
      const silence = silenceOf({ code, target, id, key: key.text, node: null });
      yield { target, code, severity, count: 1, silenced: silence !== null };
    }
}

/** Tallies of these targets now; from memory. */
export function talliesOf(
  runtime: Pick<Runtime, 'silences' | 'startedAtMs' | 'now' | 'locks' | 'nodes'>,
  targets: readonly string[],
): Tallies {
  const nowMs = runtime.now();
  return Object.fromEntries(
    targets.map((name) => {
      const [locks, nodes] = [runtime.locks(name), runtime.nodes(name)];
      return [name, tally(loudOf(countedFindings(runtime, locks, nodes, nowMs)), locks, nodes)];
    }),
  );
}

function* loudOf(findings: Iterable<CountedFinding>): Generator<CountedFinding> {
  for (const finding of findings) if (!finding.silenced) yield finding;
}

/** Tally of locks and nodes of one target or of all. `loud` = their open findings that are not silenced. */
export function tally(
  loud: Iterable<Pick<OpenFinding, 'severity' | 'count'>>,
  locks: readonly Lock[],
  nodes: readonly NodeStatus[],
): Tally {
  const findings = { urgent: 0, all: 0 };
  for (const finding of loud) {
    findings.all += finding.count;
    if (isUrgent(finding)) findings.urgent += finding.count;
  }
  const { names, contents } = coverageOf(nodes);
  const answering = nodes.filter(({ state }) => state === 'live').length;
  const complete = names >= 1 && contents >= 1 && answering > 0;
  return { locks: locks.length, complete, findings, nodes: nodes.length, answering };
}

/** Whether a finding is about a lock that is lost or at risk. */
export function isUrgent({ severity }: Pick<OpenFinding, 'severity'>): boolean {
  return severity === 'lost' || severity === 'at-risk';
}

/** How many locks and servers these findings are about. */
export function findingCountOf(findings: readonly Pick<OpenFinding, 'count'>[]): number {
  return findings.reduce((sum, { count }) => sum + count, 0);
}

function toldOf(silence: SilencedBy | null): SilencedBy | null {
  if (!silence) return null;
  const { id, untilMs, reason, by } = silence;
  return { id, untilMs, reason, by };
}

type Found = Omit<OpenFinding, 'silence'> & Silenceable;

/**
 * One finding per lock and rule, one per server and rule, and one per silent node in place of one for each of its locks.
 */
function findingsOf(
  locks: readonly Lock[],
  nodes: readonly NodeStatus[],
  startedAtMs: number,
  nowMs: number,
): Found[] {
  const silent = nodes.filter(isSilent);
  const ofSilent = silent.map(({ target, node, held, lastAnswerAtMs }): Found => {
    const place = { id: null, target, node, key: null, command: null, count: Math.max(1, held) };
    return { ...silentNode(lastAnswerAtMs, startedAtMs, nowMs), ...place };
  });
  const ofNodes = nodes.flatMap(({ target, node, findings }) =>
    findings.map((finding): Found => ({ ...finding, id: null, target, node, key: null, count: 1 })),
  );
  const ofLocks = locks.flatMap(({ id, target, key, findings }) =>
    findings
      .filter(({ code }) => code !== 'node-silent')
      .map((finding): Found => {
        return { ...finding, id, target, node: null, key: key.text, command: null, count: 1 };
      }),
  );
  return [...ofSilent, ...ofNodes, ...ofLocks];
}

/** Whether a node gives no answer. */
export function isSilent({ state }: Pick<NodeStatus, 'state'>): boolean {
  return state === 'down' || state === 'stale';
}

/**
 * One line for all findings of a rule on one target; its example is the finding that has been open longest. The gravest first,
 * of those the ones behind which most clients are known to wait.
 */
export function grouped(
  findings: readonly OpenFinding[],
  waitingFor: (lock: string) => number | null,
): OpenFinding[] {
  const groups = new Map<string, { finding: OpenFinding; waiting: number }>();
  for (const finding of findings) {
    const name = `${finding.target} ${finding.code}`;
    // Only for the order: those of whom nothing is known put it no higher.
    const waits = (finding.id && waitingFor(finding.id)) || 0;
    const group = groups.get(name);
    if (!group) {
      groups.set(name, { finding, waiting: waits });
      continue;
    }
    const example = finding.sinceMs < group.finding.sinceMs ? finding : group.finding;
    const count = group.finding.count + finding.count;
    groups.set(name, { finding: { ...example, count }, waiting: group.waiting + waits });
  }
  return [...groups.values()]
    .sort((a, b) => gravity(a.finding, b.finding) || b.waiting - a.waiting || order(a.finding, b.finding))
    .map(({ finding }) => finding);
}

/** The first `most` findings in order. Of many more, the rest is never sorted. */
function gravest<T extends Found>(findings: readonly T[], most: number): T[] {
  let kept: T[] = [];
  for (const finding of findings) {
    kept.push(finding);
    if (kept.length >= 4 * most) kept = kept.sort(order).slice(0, most);
  }
  return kept.sort(order).slice(0, most);
}

function gravity(a: Pick<Found, 'severity'>, b: Pick<Found, 'severity'>): number {
  return RANK[b.severity] - RANK[a.severity];
}

function order(a: Found, b: Found): number {
  return gravity(a, b) || b.sinceMs - a.sinceMs || ((a.id ?? '') < (b.id ?? '') ? -1 : 1);
}
