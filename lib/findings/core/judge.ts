import {
  fencingEvidence,
  heartbeatEvidence,
  lateEvidence,
  noTtlEvidence,
  silentEvidence,
  valueDeadlineEvidence,
  waitersEvidence,
} from '../../domain/holders/evidence';
import { goneSinceMs, holderVerdict } from '../../domain/holders/judge-holder';
import { isLate, LATE_PERIODS, missedBelowMs, renewalOf } from '../../domain/holders/judge-renewal';
import { deadNextEvidence, deadNextSinceMs } from '../../domain/judge-next';
import type {
  Evidence,
  Finding,
  FindingCode,
  Heartbeat,
  HolderVerdict,
  LockState,
  Renewal,
  Severity,
} from '../../domain/lock';
import { collisionEvidence } from '../../domain/locks/collision';
import type { LockFacts, StuckIn } from '../../domain/locks/lock-facts';
import { overstayEvidence, overstaysFromMs } from '../../domain/locks/overstay';
import { isUnread } from '../../domain/locks/unread';
import type { Reason } from '../../domain/reason';
import { countOf, isSome } from '../../domain/values/counted';
import { zombieEvidence, zombieReaders } from '../zombie-reader';

/** With less than this left and somebody waiting, a lock that is never renewed is worth a look. */
const LAPSES_SOON_MS = 5_000;

export type Judgement = {
  state: LockState;
  reason: Reason;
  renewal: Renewal;
  findings: Finding[];
  /** Of the holders of the reading, in their order. */
  holders: HolderVerdict[];
};

/** What state and findings are both made of. */
type Found = {
  renewal: Renewal;
  gone: readonly Heartbeat[];
  /** Since when its only holder overstays; null = it does not. */
  overstaysMs: number | null;
  zombies: ReturnType<typeof zombieReaders>;
};

/** State, reason and findings of a lock at `nowMs`, and whether its holders live. Pure. */
export function judge(facts: LockFacts, nowMs: number): Judgement {
  const renewal = renewalOf(facts, nowMs);
  const holders = verdictsOf(facts, renewal, nowMs);
  const gone = holders.flatMap((verdict, i) => (verdict === 'gone' ? (facts.heartbeats[i] ?? []) : []));
  const overstaysMs = holders.includes('overstaying') ? overstaysFromMs(facts, renewal) : null;
  const found: Found = { renewal, gone, overstaysMs, zombies: zombieReaders(facts) };
  return {
    ...stateOf(facts, found, nowMs),
    renewal,
    findings: findingsOf(facts, found, nowMs),
    holders,
  };
}

/** The same of what may be no lock at all: nothing is found in it, and nothing of it is at risk. */
export function judgePossible(facts: LockFacts, nowMs: number): Judgement {
  const judged = judge(facts, nowMs);
  const shown =
    judged.state === 'at-risk' ? is('held', 'none') : { state: judged.state, reason: judged.reason };
  return { ...judged, ...shown, findings: [] };
}

/** A renewal of the key shows that its holder lives only where there is but one. */
function verdictsOf(facts: LockFacts, renewal: Renewal, nowMs: number): HolderVerdict[] {
  const { reading, heartbeats, silentSinceMs } = facts;
  const own = reading.holders.length === 1 ? renewal : null;
  const isKnown = silentSinceMs === null && !isUnread(facts, nowMs);
  const overstaysMs = isLate(renewal) ? null : overstaysFromMs(facts, renewal);
  return reading.holders.map((_, i) => {
    const verdict = isKnown ? holderVerdict(heartbeats[i] ?? null, own, nowMs) : 'unknown';
    return verdict === 'alive' && overstaysMs !== null && nowMs > overstaysMs ? 'overstaying' : verdict;
  });
}

/** A deadline in the value replaces the TTL: such locks have none by design. What nobody holds may stay. */
function neverExpires({ reading }: LockFacts): boolean {
  return reading.holders.length > 0 && reading.ttlMs === 'none' && reading.valueDeadlineMs === null;
}

/** Whether a deadline that stands in the value has passed. */
export function expiredByValue({ reading }: LockFacts, nowMs: number): boolean {
  return reading.valueDeadlineMs !== null && reading.valueDeadlineMs <= nowMs;
}

function stateOf(facts: LockFacts, found: Found, nowMs: number): Pick<Judgement, 'state' | 'reason'> {
  const { reading, waiters, next, silentSinceMs } = facts;
  const { renewal, gone, overstaysMs, zombies } = found;
  if (silentSinceMs !== null) return is('unknown', facts.isDenied ? 'denied' : 'node-silent');
  if (facts.age && isUnread(facts, nowMs)) {
    return is('unknown', 'unread', { agoMs: Math.max(0, nowMs - facts.age.readAtMs) });
  }
  if (deadNextSinceMs(facts, nowMs) !== null) return is('at-risk', 'dead-waiter-blocks');
  if (isDue(facts, nowMs)) return is('held', 'due');
  if (gone.length > 0) {
    return is('at-risk', 'holder-gone', { agoMs: Math.max(0, nowMs - Math.max(...gone.map(goneSinceMs))) });
  }
  if (facts.stuckIn) return is('at-risk', cycleCode(facts.stuckIn));
  if (facts.collision) {
    return is('at-risk', 'key-collision', { agoMs: Math.max(0, nowMs - facts.collision.sinceMs) });
  }
  if (neverExpires(facts)) return is('at-risk', 'no-ttl');
  if (expiredByValue(facts, nowMs)) {
    return is('at-risk', 'expired-by-value', { agoMs: nowMs - (reading.valueDeadlineMs ?? nowMs) });
  }
  if (isLate(renewal)) return is('at-risk', 'renewal-late', { times: renewal.lateBy ?? 0 });
  if (missedSinceMs(facts, nowMs) !== null) return is('at-risk', 'renewal-missed');
  const [zombie] = zombies;
  if (zombie) return is('at-risk', 'zombie-reader', { agoMs: Math.max(0, nowMs - zombie.sinceMs) });
  if (overstaysMs !== null) return is('at-risk', 'overstaying', { agoMs: nowMs - overstaysMs });
  const waiting = countOf(waiters.count);
  if (waiting.known && waiting.count > 0)
    return is(next ? 'free' : 'contended', 'waiting', { count: waiting.count });
  return is(reading.free ? 'free' : 'held', 'none');
}

/** The key's deadline has passed and Redis has not been heard to confirm it. */
export function isDue({ reading }: LockFacts, nowMs: number): boolean {
  return reading.deadlineMs !== 'none' && reading.deadlineMs <= nowMs;
}

function findingsOf(facts: LockFacts, about: Found, nowMs: number): Finding[] {
  const { reading, waiters, silentSinceMs, firstSeenMs, renewals } = facts;
  const { renewal, gone, overstaysMs, zombies } = about;
  if (silentSinceMs !== null && facts.isDenied) return []; // stands on the server's row
  if (silentSinceMs !== null) {
    return [finding('node-silent', 'info', silentSinceMs, [silentEvidence(silentSinceMs, nowMs)])];
  }
  if (isUnread(facts, nowMs)) return [];
  const found: Finding[] = [];
  const heldSinceMs = facts.since?.atMs ?? firstSeenMs;
  if (neverExpires(facts))
    found.push(finding('no-ttl', 'at-risk', heldSinceMs, [noTtlEvidence(reading.atMs)]));
  if (expiredByValue(facts, nowMs)) {
    const at = reading.valueDeadlineMs ?? nowMs;
    found.push(finding('expired-by-value', 'at-risk', at, [valueDeadlineEvidence(at, reading.atMs, nowMs)]));
  }
  if (gone.length > 0) {
    const since = Math.min(nowMs, ...gone.map(goneSinceMs));
    found.push(finding('holder-gone', 'at-risk', since, goneEvidence(facts, renewal, gone, nowMs)));
  } else if (isLate(renewal)) {
    const since = Math.floor((renewals.lastAtMs ?? nowMs) + LATE_PERIODS * (renewal.periodMs ?? 0));
    const late = lateEvidence(renewal, nowMs);
    found.push(finding('renewal-late', 'at-risk', since, [late]));
    if (isSome(waiters.count)) {
      found.push(finding('waiters-behind-late-holder', 'at-risk', since, [late, waitersEvidence(waiters)]));
    }
  } else if (missedSinceMs(facts, nowMs) !== null) {
    const since = missedSinceMs(facts, nowMs) ?? nowMs;
    const evidence = floorEvidence(facts, nowMs);
    found.push(
      finding(
        'renewal-missed',
        'at-risk',
        since,
        isSome(waiters.count) ? [evidence, waitersEvidence(waiters)] : [evidence],
      ),
    );
  } else if (isSome(waiters.count) && renewals.count === 0 && reading.deadlineMs !== 'none') {
    const left = reading.deadlineMs - nowMs;
    if (left < LAPSES_SOON_MS) {
      const since = reading.deadlineMs - LAPSES_SOON_MS;
      found.push(finding('lapses-with-waiters', 'contended', since, [waitersEvidence(waiters)]));
    }
  }
  const deadSinceMs = deadNextSinceMs(facts, nowMs);
  if (deadSinceMs !== null) {
    const evidence = deadNextEvidence(facts, nowMs);
    found.push(finding('dead-waiter-blocks', 'at-risk', deadSinceMs, evidence));
  }
  const [zombie] = zombies;
  if (zombie) {
    const evidence = zombieEvidence(zombies, facts, nowMs);
    found.push(finding('zombie-reader', 'at-risk', zombie.sinceMs, [evidence]));
  }
  if (overstaysMs !== null) {
    const evidence = [overstayEvidence(facts, renewal, nowMs)];
    found.push(finding('overstaying', 'at-risk', Math.round(overstaysMs), evidence));
  }
  const { collision, fenceBack, stuckIn } = facts;
  if (fenceBack) {
    const evidence = fencingEvidence(fenceBack.highest, fenceBack.token, fenceBack.sinceMs);
    found.push(finding('fencing-went-back', 'at-risk', fenceBack.sinceMs, [evidence]));
  }
  if (stuckIn) {
    const { certain, sinceMs, evidence } = stuckIn;
    found.push(finding(cycleCode(stuckIn), certain ? 'lost' : 'at-risk', sinceMs, [...evidence]));
  }
  if (collision) {
    const evidence = collisionEvidence(collision, nowMs);
    found.push(finding('key-collision', 'at-risk', collision.sinceMs, evidence));
  }
  if (reading.holders.some((holder) => !holder.tokenUnique) && reading.valueDeadlineMs === null) {
    found.push(finding('identifies-nobody', 'info', heldSinceMs, []));
  }
  return found;
}

function cycleCode({ certain }: StuckIn): 'deadlock' | 'wait-cycle' {
  return certain ? 'deadlock' : 'wait-cycle';
}

/** Since when the TTL is lower than a holder of this library ever lets it fall; null = it is not, or cannot be told. */
function missedSinceMs(facts: LockFacts, nowMs: number): number | null {
  const floorMs = missedBelowMs(facts);
  const { deadlineMs } = facts.reading;
  if (floorMs === null || deadlineMs === 'none' || nowMs >= deadlineMs) return null;
  return nowMs > deadlineMs - floorMs ? deadlineMs - floorMs : null;
}

function floorEvidence({ reading, leaseMs, healthyFloor }: LockFacts, nowMs: number): Evidence {
  const left = reading.deadlineMs === 'none' ? 0 : Math.max(0, reading.deadlineMs - nowMs);
  const floorMs =
    healthyFloor && 'ms' in healthyFloor ? healthyFloor.ms : (healthyFloor?.share ?? 0) * (leaseMs ?? 0);
  return {
    code: 'below-floor',
    values: { leftMs: left, floorMs: Math.round(floorMs) },
    tone: 'at-risk',
    known: { by: 'inferred', atMs: reading.atMs },
  };
}

/** That its renewal is late as well, and that others wait, is part of the one finding. */
function goneEvidence(
  { reading, waiters }: LockFacts,
  renewal: Renewal,
  gone: readonly Heartbeat[],
  nowMs: number,
): Finding['evidence'] {
  return [
    ...heartbeatEvidence(
      gone.map((heartbeat) => ({ heartbeat, verdict: 'gone' })),
      reading.holders.length,
      nowMs,
    ),
    ...(isLate(renewal) ? [lateEvidence(renewal, nowMs)] : []),
    ...(isSome(waiters.count) ? [waitersEvidence(waiters)] : []),
  ];
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
