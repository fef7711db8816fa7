import {
  lateEvidence,
  noTtlEvidence,
  silentEvidence,
  valueDeadlineEvidence,
  waitersEvidence,
} from './evidence';
import type { Finding, FindingCode, LockState, Reason, Renewal, Severity } from './lock';
import type { LockFacts } from './lock-facts';

/** From how many periods without a renewal a holder counts as late. */
export const LATE_PERIODS = 1.4;
/** With less than this left and somebody waiting, a lock that is never renewed is worth a look. */
const LAPSES_SOON_MS = 5_000;

export type Judgement = { state: LockState; reason: Reason; renewal: Renewal; findings: Finding[] };

/** State, reason and findings of a held lock at `nowMs`. Pure. */
export function judge(facts: LockFacts, nowMs: number): Judgement {
  const renewal = renewalOf(facts, nowMs);
  return { ...stateOf(facts, renewal, nowMs), renewal, findings: findingsOf(facts, renewal, nowMs) };
}

/** Renewals as a figure. A period needs two renewals, or one and a lease (watchdogs renew at a third of it). */
export function renewalOf(facts: LockFacts, nowMs: number): Renewal {
  const { count, lastAtMs, gapsMs } = facts.renewals;
  const periodMs = count >= 2 ? median(gapsMs) : count === 1 && facts.leaseMs ? facts.leaseMs / 3 : null;
  const lateBy =
    periodMs && lastAtMs !== null ? Math.max(0, Math.floor(((nowMs - lastAtMs) / periodMs) * 10) / 10) : null;
  return { count, lastAtMs, periodMs: periodMs === null ? null : Math.round(periodMs), lateBy };
}

/** Until when time alone changes nothing of the judgement, epoch ms; it holds as long as the facts do. */
export function quietUntil(facts: LockFacts, { periodMs }: Renewal, nowMs: number): number {
  const { reading, renewals, waiters, silentSinceMs } = facts;
  if (silentSinceMs !== null) return Number.POSITIVE_INFINITY;
  return Math.min(
    reading.deadlineMs === 'none' ? Number.POSITIVE_INFINITY : reading.deadlineMs,
    expiredByValue(facts, nowMs)
      ? Number.POSITIVE_INFINITY
      : (reading.valueDeadlineMs ?? Number.POSITIVE_INFINITY),
    periodMs === null ? Number.POSITIVE_INFINITY : (renewals.lastAtMs ?? 0) + periodMs * LATE_PERIODS,
    expiredByValue(facts, nowMs)
      ? nowMs + agoStepMs(nowMs - (reading.valueDeadlineMs ?? nowMs))
      : Number.POSITIVE_INFINITY,
    // Waiters add up every second.
    waiters.count ? nowMs : Number.POSITIVE_INFINITY,
  );
}

/** How old a shown age may get before it is told anew: a twentieth of itself. */
export function agoStepMs(agoMs: number): number {
  return Math.max(10_000, agoMs / 20);
}

/** Whether a renewal is overdue. */
export function isLate(renewal: Renewal): boolean {
  return renewal.lateBy !== null && renewal.lateBy >= LATE_PERIODS;
}

/** A deadline in the value replaces the TTL: such locks have none by design. */
function neverExpires({ reading }: LockFacts): boolean {
  return reading.ttlMs === 'none' && reading.valueDeadlineMs === null;
}

function expiredByValue({ reading }: LockFacts, nowMs: number): boolean {
  return reading.valueDeadlineMs !== null && reading.valueDeadlineMs <= nowMs;
}

function stateOf(facts: LockFacts, renewal: Renewal, nowMs: number): Pick<Judgement, 'state' | 'reason'> {
  const { reading, waiters, silentSinceMs } = facts;
  if (silentSinceMs !== null) return is('unknown', 'node-silent');
  if (isDue(facts, nowMs)) return is('held', 'due');
  if (neverExpires(facts)) return is('at-risk', 'no-ttl');
  if (expiredByValue(facts, nowMs)) {
    return is('at-risk', 'expired-by-value', { agoMs: nowMs - (reading.valueDeadlineMs ?? nowMs) });
  }
  if (isLate(renewal)) return is('at-risk', 'renewal-late', { times: renewal.lateBy ?? 0 });
  if (waiters.count) return is('contended', 'waiting', { count: waiters.count });
  return is('held', 'none');
}

/** The key's deadline has passed and Redis has not been heard to confirm it. */
export function isDue({ reading }: LockFacts, nowMs: number): boolean {
  return reading.deadlineMs !== 'none' && reading.deadlineMs <= nowMs;
}

function findingsOf(facts: LockFacts, renewal: Renewal, nowMs: number): Finding[] {
  const { reading, waiters, silentSinceMs, firstSeenMs, renewals } = facts;
  if (silentSinceMs !== null) {
    return [finding('node-silent', 'info', silentSinceMs, [silentEvidence(silentSinceMs, nowMs)])];
  }
  const found: Finding[] = [];
  const heldSinceMs = facts.since?.atMs ?? firstSeenMs;
  if (neverExpires(facts))
    found.push(finding('no-ttl', 'at-risk', heldSinceMs, [noTtlEvidence(reading.atMs)]));
  if (expiredByValue(facts, nowMs)) {
    const at = reading.valueDeadlineMs ?? nowMs;
    found.push(finding('expired-by-value', 'at-risk', at, [valueDeadlineEvidence(at, reading.atMs, nowMs)]));
  }
  if (isLate(renewal)) {
    const since = Math.floor((renewals.lastAtMs ?? nowMs) + LATE_PERIODS * (renewal.periodMs ?? 0));
    const late = lateEvidence(renewal, nowMs);
    found.push(finding('renewal-late', 'at-risk', since, [late]));
    if (waiters.count) {
      found.push(finding('waiters-behind-late-holder', 'at-risk', since, [late, waitersEvidence(waiters)]));
    }
  } else if (waiters.count && renewals.count === 0 && reading.deadlineMs !== 'none') {
    const left = reading.deadlineMs - nowMs;
    if (left < LAPSES_SOON_MS) {
      const since = reading.deadlineMs - LAPSES_SOON_MS;
      found.push(finding('lapses-with-waiters', 'contended', since, [waitersEvidence(waiters)]));
    }
  }
  if (reading.holders.some((holder) => !holder.tokenUnique) && reading.valueDeadlineMs === null) {
    found.push(finding('identifies-nobody', 'info', heldSinceMs, []));
  }
  return found;
}

function is(state: LockState, code: Reason['code'], values: Reason['values'] = {}) {
  return { state, reason: { code, values } };
}

function finding(
  code: FindingCode,
  severity: Severity,
  sinceMs: number,
  evidence: Finding['evidence'],
): Finding {
  return { code, severity, sinceMs, evidence };
}

function median(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low, high] = [sorted[middle - 1] ?? 0, sorted[middle] ?? null];
  if (high === null) return null;
  return sorted.length % 2 === 1 ? high : (low + high) / 2;
}
