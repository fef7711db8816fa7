import { displayOf } from '../domain/bytes';
import { agoStepMs, type Judgement } from '../domain/judge';
import { isLate } from '../domain/judge-renewal';
import type { Holder, Lock, TtlMs } from '../domain/lock';
import type { Entry } from './entry';
import { namedBy, type Place } from './holder-names';

/** The lock as everyone else sees it: a new immutable object from what the index knows. */
export function buildLock(entry: Entry, judged: Judgement, place: Place, waiterSeconds: number | null): Lock {
  const { facts, recognised } = entry;
  const { format, confidence, alternatives, hint, decoded } = recognised;
  const { reading } = facts;
  const needs = format.needs?.(entry.key);
  return {
    id: entry.id,
    target: place.target.name,
    db: place.target.db,
    node: place.nodeOf(entry.key),
    key: entry.display,
    kind: format.kind,
    format: {
      id: format.id,
      library: format.library,
      language: format.language,
      confidence,
      alternatives,
      hint,
    },
    state: judged.state,
    reason: judged.reason,
    holders: decoded.holders.map((holder, i): Holder => {
      const { token, tokenLength, ...rest } = holder;
      return {
        ...rest,
        ...namedBy(holder, place),
        token: displayOf(token, tokenLength),
        since: decoded.holders.length === 1 ? facts.since : (facts.sinceOf.get(holder.token) ?? null),
        ttlMs: ownTtl(holder.ttlMs, recognised.sight.raw.readAtMs - reading.atMs) ?? reading.ttlMs,
        verdict: judged.holders[i] ?? 'unknown',
      };
    }),
    ttlMs: reading.ttlMs,
    expiresAtMs: reading.deadlineMs,
    leaseMs: facts.leaseMs,
    valueDeadlineMs: reading.valueDeadlineMs,
    waiters: facts.waiters,
    waiterSeconds,
    fencingToken: decoded.fencingToken ?? null,
    permits: decoded.permits ?? null,
    ghosts: decoded.queue?.ghosts ?? null,
    votes: null,
    renewal: judged.renewal,
    findings: judged.findings,
    actions: {
      release: Boolean(format.release) && !reading.absent,
      extend: Boolean(format.extend) && !reading.absent,
      ...(needs && { needs }),
    },
    known: { by: entry.knownBy, atMs: reading.atMs },
    confirmed: { by: entry.lastLookBy, atMs: entry.lastLookMs },
  };
}

/** What a holder's own lease had left at a reading that was as much earlier; undefined = it has none. */
function ownTtl(ttlMs: TtlMs | undefined, laterMs: number): TtlMs | undefined {
  return typeof ttlMs === 'number' && ttlMs > 0 ? ttlMs + laterMs : ttlMs;
}

/** Whether two judgements read the same; a clock that runs on makes a difference only to a shown age. */
export function readsTheSame(a: Judgement, b: Judgement): boolean {
  return (
    a.state === b.state &&
    a.reason.code === b.reason.code &&
    a.findings.length === b.findings.length &&
    a.findings.every(({ code }, i) => code === b.findings[i]?.code) &&
    a.holders.every((verdict, i) => verdict === b.holders[i]) &&
    (!isLate(b.renewal) || a.renewal.lateBy === b.renewal.lateBy) &&
    agoOf(b) - agoOf(a) < agoStepMs(agoOf(a))
  );
}

function agoOf({ reason }: Judgement): number {
  return Number(reason.values.agoMs ?? 0);
}

/** The same lock with the latest heartbeats: they are not told to everybody each time. */
export function withHeartbeats(lock: Lock, entry: Entry, place: Place): Lock {
  if (entry.recordIds.length === 0) return lock;
  const { holders } = entry.recognised.decoded;
  return {
    ...lock,
    holders: lock.holders.map((shown, i) => {
      const holder = holders[i];
      return holder ? { ...shown, ...namedBy(holder, place) } : shown;
    }),
  };
}
