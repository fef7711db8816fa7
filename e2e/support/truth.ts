import type { Collector } from '../../lib/collector/types';
import type { Lock } from '../../lib/contract/lock';
import type { NodeStatus } from '../../lib/contract/nodes';
import { isReported } from '../../lib/domain/nodes/node-status';
import type { Held, KeyHistory } from './truth-history';

/** How old a statement may be where changes are told, and where they are asked for. */
const TRACKING_MS = 1_000;
const POLLING_MS = 3_000;
/** By then a node that does not answer is said not to, and its locks are unknown. */
const SILENT_WITHIN_MS = 3_000;
const SAMPLE_MS = 100;
/** A sample that comes later than this was held up by a busy machine, and so were the collector and the server. */
const STALLED_MS = 5;
/** An answer is sent late, read late and judged late: each time by as much as a sample is late. */
const STEPS = 3;

/** One statement that contradicted the truth, at one moment or for a while. */
export type Wrong = {
  about: string;
  said: string;
  /** Epoch ms when it was last true, or was said first if it never was. */
  sinceMs: number;
  /** Longest time that it was seen to be wrong, ms. */
  wrongMs: number;
  /** Longest that it may have been, ms. */
  allowedMs: number;
};

export type TruthCheck = {
  /** Statements that were wrong for longer than the stated staleness. */
  readonly violations: readonly Wrong[];
  /** Times that all statements were compared. */
  samples(): number;
  /** Longest time that any statement was wrong while its node was said to be live, ms. */
  worstMs(): number;
  /** The node at this address gives no answer from now on; call what it returns when it does again. */
  silent(address: string): () => void;
  /** Compares once more, and ends. Throws with every violation, or when too little was compared to tell. */
  end(): void;
  stop(): void;
};

type Silence = { address: string; fromMs: number; toMs: number };

/**
 * Compares what a collector says with the truth, ten times a second, until `end`. Wrong are: a lock shown as held by one
 * who has it not, a lock that is not shown though it is held and its node is live and covered, and a node said to be live
 * that does not answer. `unknown` is never wrong.
 */
export function startTruthCheck(
  collector: Collector,
  histories: ReadonlyMap<string, KeyHistory>,
): TruthCheck {
  const violations = new Map<string, Wrong>();
  const saidSince = new Map<string, { said: Held; atMs: number }>();
  const silences: Silence[] = [];
  const polled = new Map<string, number>();
  let samples = 0;
  let worstMs = 0;
  let sampledMs = Date.now();
  let stalls: { atMs: number; ms: number }[] = [];

  function sample(): void {
    const nowMs = Date.now();
    const lateMs = nowMs - sampledMs - SAMPLE_MS;
    sampledMs = nowMs;
    if (lateMs > STALLED_MS) stalls.push({ atMs: nowMs, ms: lateMs });
    stalls = stalls.filter(({ atMs }) => nowMs - atMs < SILENT_WITHIN_MS * 2);
    samples += 1;
    const nodes = new Map(collector.nodes().map((node) => [node.node, node]));
    for (const node of nodes.values()) compareNode(node, nowMs);
    const locks = new Map(collector.locks().map((lock) => [lock.key.text, lock]));
    for (const [key, history] of histories) compareKey(key, history, locks.get(key), nodes, nowMs);
  }

  const stalledMs = () => STEPS * stalls.reduce((sum, { ms }) => sum + ms, 0);
  const silenceOf = (address: string, nowMs: number) =>
    silences.findLast((each) => each.address === address && each.fromMs <= nowMs);

  /** How far back a statement about this node may be true. */
  function allowedMs(address: string, nowMs: number): number {
    const isPolled = nowMs - (polled.get(address) ?? Number.NEGATIVE_INFINITY) < POLLING_MS;
    const base = (isPolled ? POLLING_MS : TRACKING_MS) + stalledMs();
    const silence = silenceOf(address, nowMs);
    if (!silence) return base;
    const { fromMs, toMs } = silence;
    const short = Math.min(nowMs, toMs) - fromMs <= SILENT_WITHIN_MS + stalledMs();
    return short && nowMs <= toMs + base ? nowMs - fromMs + base : base;
  }

  function mustBeUnknown(address: string, nowMs: number): boolean {
    const silence = silenceOf(address, nowMs);
    if (!silence || nowMs >= silence.toMs) return false;
    return nowMs - silence.fromMs > SILENT_WITHIN_MS + stalledMs();
  }

  function compareNode({ node, state, events }: NodeStatus, nowMs: number): void {
    if (!isReported(events)) polled.set(node, nowMs);
    if (state !== 'live' || !mustBeUnknown(node, nowMs)) return;
    const { fromMs } = silenceOf(node, nowMs) ?? { fromMs: nowMs };
    note(node, 'live', fromMs, nowMs, SILENT_WITHIN_MS);
  }

  function compareKey(
    key: string,
    history: KeyHistory,
    lock: Lock | undefined,
    nodes: ReadonlyMap<string, NodeStatus>,
    nowMs: number,
  ): void {
    const address = lock?.node ?? collector.nodeOf(key);
    const said = saidOf(lock, nodes.get(address));
    if (said === undefined) {
      saidSince.delete(key);
      return;
    }
    if (saidSince.get(key)?.said !== said) saidSince.set(key, { said, atMs: nowMs });
    if (lock && mustBeUnknown(address, nowMs)) {
      const { fromMs } = silenceOf(address, nowMs) ?? { fromMs: nowMs };
      note(key, `${wordOf(said)} by a node that does not answer`, fromMs, nowMs, SILENT_WITHIN_MS);
    }
    const lastMs = history.lastMs(said, nowMs);
    if (lastMs === nowMs) return;
    // What was never true may be said for no longer than what is true no more.
    const sinceMs = lastMs ?? saidSince.get(key)?.atMs ?? nowMs;
    worstMs = Math.max(worstMs, nowMs - sinceMs);
    if (nowMs - sinceMs > allowedMs(address, nowMs))
      note(
        key,
        `${wordOf(said)}, is ${[...history.at(nowMs)].map(wordOf).join(' or ')}`,
        sinceMs,
        nowMs,
        allowedMs(address, nowMs),
      );
  }

  function note(about: string, said: string, sinceMs: number, nowMs: number, allowed: number): void {
    const id = `${about} ${said} ${sinceMs}`;
    violations.set(id, { about, said, sinceMs, wrongMs: nowMs - sinceMs, allowedMs: allowed });
  }

  const timer = setInterval(sample, SAMPLE_MS);

  return {
    get violations() {
      return [...violations.values()];
    },
    samples: () => samples,
    worstMs: () => worstMs,
    silent(address) {
      const silence = { address, fromMs: Date.now(), toMs: Number.POSITIVE_INFINITY };
      silences.push(silence);
      return () => {
        silence.toMs = Date.now();
      };
    },
    stop: () => clearInterval(timer),
    end() {
      clearInterval(timer);
      sample();
      const found = [...violations.values()].map(
        ({ about, said, wrongMs, allowedMs: most }) =>
          `${about}: ${said}, wrong for ${wrongMs} ms of ${most}`,
      );
      if (process.env.TRUTH_FIGURES) console.log(`${samples} samples, wrong for ${worstMs} ms at most`);
      if (found.length > 0) throw new Error(`${found.length} wrong statements:\n${found.join('\n')}`);
    },
  };
}

/** What is said of a key; undefined = nothing. A missing lock says "free" where its node is live and all names were seen. */
function saidOf(lock: Lock | undefined, node: NodeStatus | undefined): Held | undefined {
  if (lock) return lock.state === 'unknown' ? undefined : (lock.holders[0]?.token.text ?? null);
  return node?.state === 'live' && node.coverage.names === 1 ? null : undefined;
}

function wordOf(held: Held): string {
  return held === null ? 'free' : `held by ${held.slice(0, 8)}`;
}
