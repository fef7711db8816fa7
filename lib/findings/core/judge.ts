import type { HolderVerdict, LockState } from '../../contract/codes';
import type { Finding } from '../../contract/finding';
import { type FindingCode, RISKS } from '../../contract/finding-codes';
import type { Reason, Renewal } from '../../contract/lock';
import { holderVerdict, verdictChangesAtMs } from '../../domain/holders/judge-holder';
import { isLate, renewalOf } from '../../domain/holders/judge-renewal';
import type { LockFacts } from '../../domain/locks/lock-facts';
import { overstaysFromMs } from '../../domain/locks/overstay';
import { isUnread } from '../../domain/locks/unread';
import { countOf, isSome } from '../../domain/values/counted';
import { onSilentNode } from '../node-silent';
import { agoOf, type Observed, shownAnewMs } from './lock-rule';
import { LOCK_RULES } from './lock-rules';

export type Judgement = Said & {
  renewal: Renewal;
  /** In the order of the reading's holders. */
  holders: HolderVerdict[];
};

type Said = {
  state: LockState;
  reason: Reason;
  findings: Finding[];
  /** Until then time alone does not change the judgement, epoch ms; it is valid while the facts are. */
  changesAtMs: number;
};

/** State, reason and findings of a lock at `nowMs`, and whether its holders are alive. Pure. */
export function judge(facts: LockFacts, nowMs: number): Judgement {
  const renewal = renewalOf(facts, nowMs);
  const unknown = unknownOf(facts, nowMs);
  const holders = facts.reading.holders.map((_, i) =>
    unknown ? 'unknown' : verdictOf(facts, renewal, i, nowMs),
  );
  const gone = holders.flatMap((verdict, i) => (verdict === 'gone' ? (facts.heartbeats[i] ?? []) : []));
  const said = unknown ?? foldRules({ facts, renewal, verdicts: holders, gone }, nowMs);
  return { ...said, renewal, holders };
}

/** The same for a key that may not be a lock: no findings, and never at risk. */
export function judgePossible(facts: LockFacts, nowMs: number): Judgement {
  const judged = judge(facts, nowMs);
  const shown = judged.state === 'at-risk' ? is('held', 'none') : {};
  return { ...judged, ...shown, findings: [] };
}

/** The judgement of a lock whose state is not known now; null = it is known. */
function unknownOf(facts: LockFacts, nowMs: number): Said | null {
  const { silentSinceMs, isDenied, age } = facts;
  if (silentSinceMs !== null) {
    // A key that may not be read is reported on the server's row.
    const findings = isDenied ? [] : [onSilentNode(silentSinceMs, nowMs)];
    const shown = is('unknown', isDenied ? 'denied' : 'node-silent');
    return { ...shown, findings, changesAtMs: Number.POSITIVE_INFINITY };
  }
  if (!age || !isUnread(facts, nowMs)) return null;
  const { readAtMs } = age;
  const changesAtMs = shownAnewMs(readAtMs, nowMs);
  return { ...is('unknown', 'unread', agoOf(readAtMs, nowMs)), findings: [], changesAtMs };
}

/** A renewal of the key proves that its holder is alive only when it has one holder. */
function verdictOf(facts: LockFacts, renewal: Renewal, holder: number, nowMs: number): HolderVerdict {
  const own = facts.reading.holders.length === 1 ? renewal : null;
  const verdict = holderVerdict(facts.heartbeats[holder] ?? null, own, nowMs);
  if (verdict !== 'alive' || isLate(renewal)) return verdict;
  const overstaysMs = overstaysFromMs(facts, renewal);
  return overstaysMs !== null && nowMs > overstaysMs ? 'overstaying' : 'alive';
}

function foldRules(observed: Observed, nowMs: number): Said {
  const { facts } = observed;
  const reasons = new Map<FindingCode, Reason['values']>();
  const findings: Finding[] = [];
  let changesAtMs = knownUntilMs(facts, nowMs);
  for (const { code, severity, detect } of LOCK_RULES) {
    const detection = detect(observed, nowMs);
    changesAtMs = Math.min(changesAtMs, detection.changesAtMs);
    if (!detection.found) continue;
    const { sinceMs, evidence, reason = {} } = detection.found;
    findings.push({ code, severity, sinceMs, evidence: [...evidence] });
    reasons.set(code, reason);
  }
  return { ...stateOf(facts, reasons, nowMs), findings, changesAtMs };
}

/** `reasons` = the values of each finding as a reason. */
function stateOf(facts: LockFacts, reasons: ReadonlyMap<FindingCode, Reason['values']>, nowMs: number) {
  const { reading, waiters, next } = facts;
  const risk = RISKS.find((code) => reasons.has(code));
  // A lock without a holder is not due.
  if (risk !== 'dead-waiter-blocks' && isDue(facts, nowMs)) return is('held', 'due');
  if (risk) return is('at-risk', risk, reasons.get(risk));
  const waiting = countOf(waiters.count);
  if (waiting.known && waiting.count > 0)
    return is(next ? 'free' : 'contended', 'waiting', { count: waiting.count });
  return is(reading.free ? 'free' : 'held', 'none');
}

/** The key's deadline has passed, and Redis has not yet confirmed the expiry. */
function isDue({ reading }: LockFacts, nowMs: number): boolean {
  return reading.deadlineMs !== 'none' && reading.deadlineMs <= nowMs;
}

/** When time alone changes something that no rule covers: the reading's age, the deadline, the waiters, the verdicts. */
function knownUntilMs({ reading, waiters, heartbeats, age }: LockFacts, nowMs: number): number {
  return Math.min(
    age?.unreadFromMs ?? Number.POSITIVE_INFINITY,
    reading.deadlineMs === 'none' ? Number.POSITIVE_INFINITY : reading.deadlineMs,
    ...heartbeats.map((heartbeat) => verdictChangesAtMs(heartbeat, nowMs)),
    // Waiters accumulate every second.
    isSome(waiters.count) ? nowMs : Number.POSITIVE_INFINITY,
  );
}

function is(state: LockState, code: Reason['code'], values: Reason['values'] = {}) {
  return { state, reason: { code, values } };
}
