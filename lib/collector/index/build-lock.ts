import type { Holder } from '../../contract/holder';
import type { TtlMs } from '../../contract/leaves';
import type { Lock, LockFormat } from '../../contract/lock';
import { isLate } from '../../domain/holders/judge-renewal';
import { type DisplayText, displayOf, masked } from '../../domain/keys/bytes';
import { type Judgement, judge, judgePossible } from '../../findings/core/judge';
import { agoStepMs } from '../../findings/core/lock-rule';
import type { DecodedHolder } from '../../formats/core/format';
import { canQuarantine } from '../../formats/core/quarantine';
import type { Recognised } from '../../formats/index';
import type { Entry } from './entry-types';
import { type HolderContext, namedBy } from './holder-names';

/** The judgement of a lock, or of a possible one, at `now`. */
export function judgeEntry(
  { recognised, facts }: Pick<Entry, 'recognised' | 'facts'>,
  now: number,
): Judgement {
  return recognised.isOnlyPossible ? judgePossible(facts, now) : judge(facts, now);
}

/** Builds the public form of a lock: a new immutable object from what the index knows. */
export function buildLock(
  entry: Entry,
  judged: Judgement,
  place: HolderContext,
  waiterSeconds: number | null,
): Lock {
  const { facts, recognised } = entry;
  const { format, confidence, alternatives, hint, decoded } = recognised;
  const { reading } = facts;
  const { library, language } = format;
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
      ...(writtenByUs(entry, place) ?? { library, language, confidence, alternatives, hint }),
    },
    ...(recognised.isOnlyPossible && { possible: true as const }),
    state: judged.state,
    reason: judged.reason,
    holders: decoded.holders.map((holder, i): Holder => {
      const { token: _, tokenLength: __, ...rest } = holder;
      return {
        ...rest,
        ...(recognised.isOnlyPossible ? UNNAMED : namedBy(holder, place)),
        token: shownToken(holder, recognised),
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
      quarantine: !reading.absent && canQuarantine(format, recognised.sight, decoded.holders),
      ...(needs && { needs }),
      ...(format.takesMemory && { takesMemory: format.takesMemory }),
    },
    known: { by: entry.knownBy, atMs: reading.atMs },
    confirmed: { by: entry.lastReadBy, atMs: entry.lastReadMs },
  };
}

const UNNAMED = { label: null, process: null };

/** The format under our client's name, where each holder's heartbeat record was read: only our client writes those. */
function writtenByUs({ recognised, recordIds }: Entry, place: HolderContext): Omit<LockFormat, 'id'> | null {
  const { ours } = recognised.format;
  const { holders } = recognised.decoded;
  if (!ours || holders.length === 0 || recordIds.length !== holders.length) return null;
  const isProven = recordIds.every((id) => place.sightOf(id)?.record);
  return isProven
    ? { library: ours, language: 'TypeScript', confidence: 'certain', alternatives: [], hint: null }
    : null;
}

/** A holder's token as shown on screen; masked where the key may hold something other than a lock. */
export function shownToken(
  { token, tokenLength }: DecodedHolder,
  { isOnlyPossible }: Pick<Recognised, 'isOnlyPossible'>,
): DisplayText {
  return isOnlyPossible ? masked(tokenLength ?? token.length) : displayOf(token, tokenLength);
}

/** The TTL of a holder's own lease at a reading `laterMs` before; undefined = it has no own lease. */
function ownTtl(ttlMs: TtlMs | undefined, laterMs: number): TtlMs | undefined {
  return typeof ttlMs === 'number' && ttlMs > 0 ? ttlMs + laterMs : ttlMs;
}

/** Whether a known key that was only possibly a lock turns out to be one. */
export function isFirstSeen(entry: Entry | undefined, { isOnlyPossible }: Recognised): boolean {
  return entry?.recognised.isOnlyPossible === true && !isOnlyPossible;
}

/** Whether two readings of a key have the same interpretation. */
export function isReadAs(a: Recognised, b: Recognised): boolean {
  return a.format.id === b.format.id && a.isOnlyPossible === b.isOnlyPossible;
}

/** Whether two judgements read the same; passing time makes a difference only to a shown age. */
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

/** The same lock with the latest heartbeats, which are not published each time. */
export function withHeartbeats(lock: Lock, entry: Entry, place: HolderContext): Lock {
  if (entry.recordIds.length === 0 || lock.possible) return lock;
  const { holders } = entry.recognised.decoded;
  return {
    ...lock,
    holders: lock.holders.map((shown, i) => {
      const holder = holders[i];
      return holder ? { ...shown, ...namedBy(holder, place) } : shown;
    }),
  };
}
