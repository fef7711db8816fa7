import type { Holder } from '../../contract/holder';
import type { Lock, LockEvent } from '../../contract/lock';
import { numberOrNull } from '../../domain/values/counted';
import type { SpanWrite } from '../database/batch';
import type { SpansTable } from '../database/schema';
import {
  deadlineOf,
  hasNoTtl,
  heldLeaseOf,
  labelOf,
  type NamedHolder,
  refOf,
  silentSinceMs,
  tokenOf,
} from './holders';

/** A lease is read as a little longer now and then: only one that is longer by a share is another one. */
const NEW_LEASE = 1.01;

/** One hold that goes on. */
export type Span = {
  row: SpanWrite;
  tokenUnique: boolean;
  /** When its lease ends as last read, epoch ms; null = never, or not known. */
  deadlineMs: number | null;
  /** Since when its own lease is over although it is still written down, epoch ms; null = it is not. */
  overSinceMs: number | null;
  /** It was seen to overstay: what usual holds take is told without it. */
  overstayed: boolean;
  /** Up to when `waiter_ms` is added up. */
  waitedToMs: number;
  /** Whether it was told that it is long, and that it has no TTL. */
  reportedLong: boolean;
  reportedNoTtl: boolean;
  /** Renewals that its row tells of. */
  writtenRenewals: number;
};

type Begin = {
  uid: string;
  lock: Lock;
  held: NamedHolder;
  event: LockEvent | null;
  notBeforeMs: number;
  nowMs: number;
};

/** A hold that begins: when, as far as that is known. `notBeforeMs` = the end of the last hold of an exclusive lock. */
export function beginSpan({ uid, lock, held, event, notBeforeMs, nowMs }: Begin): Span {
  const { holder } = held;
  const from = fromOf(held, event, nowMs);
  const earliest = holder?.mode === 'read' || lock.permits ? from.ms : notBeforeMs;
  const fromMs = Math.round(Math.max(from.ms, earliest));
  const row: SpanWrite = {
    uid,
    lock: lock.id,
    target: lock.target,
    holder: holder && (holder.label !== null || holder.tokenUnique) ? labelOf(holder) : null,
    holder_ref: holder && refOf(holder),
    token: holder ? tokenOf(holder) : '',
    mode: holder?.mode ?? 'exclusive',
    from_ms: fromMs,
    from_known: fromMs > from.ms && from.known === 'at-most' ? 'seen' : from.known,
    to_ms: null,
    ended: null,
    ended_by: null,
    lease_ms: heldLeaseOf(lock, holder),
    no_ttl: hasNoTtl(lock, holder) ? 1 : 0,
    renewals: 0,
    extensions: 0,
    hold_count: holder?.holdCount ?? null,
    waiters_max: numberOrNull(lock.waiters.count),
    waiter_ms: 0,
    fencing: lock.holders.length === 1 ? lock.fencingToken : null,
    verdict: null,
    overrun_ms: null,
  };
  return spanOf(row, lock, held, Math.max(fromMs, nowMs));
}

/** A hold that an earlier process began to write down, and that goes on. */
export function adoptedSpan(row: SpanWrite, lock: Lock, held: NamedHolder, nowMs: number): Span {
  const span = spanOf(row, lock, held, nowMs);
  return { ...span, reportedNoTtl: row.no_ttl === 1 };
}

function spanOf(row: SpanWrite, lock: Lock, { holder }: NamedHolder, waitedToMs: number): Span {
  return {
    row,
    tokenUnique: holder?.tokenUnique ?? false,
    deadlineMs: deadlineOf(lock, holder),
    overSinceMs: holder?.ttlMs === 0 ? lock.known.atMs : null,
    overstayed: false,
    waitedToMs,
    reportedLong: false,
    reportedNoTtl: false,
    writtenRenewals: row.renewals,
  };
}

function fromOf(
  { holder }: NamedHolder,
  event: LockEvent | null,
  nowMs: number,
): { ms: number; known: SpansTable['from_known'] } {
  const since = holder?.since ?? null;
  const isSeen = event !== null && event.kind !== 'first-seen' && event.by === 'event';
  if (isSeen && (!since || since.atLeast || since.atMost)) return { ms: event.atMs, known: 'seen' };
  if (!since) return { ms: Math.min(nowMs, event?.atMs ?? nowMs), known: 'at-least' };
  const known = since.atLeast ? 'at-least' : since.atMost ? 'at-most' : 'seen';
  return { ms: Math.min(nowMs, since.atMs), known };
}

/** Takes a further reading of the same hold in. Returns whether its row says something else now. */
export function updateSpan(span: Span, lock: Lock, { holder }: NamedHolder): boolean {
  const { row } = span;
  const leaseMs = heldLeaseOf(lock, holder);
  const next = {
    lease_ms: leaseMs === null ? row.lease_ms : Math.max(leaseMs, row.lease_ms ?? 0),
    no_ttl: row.no_ttl || hasNoTtl(lock, holder) ? 1 : 0,
    hold_count: holder?.holdCount == null ? row.hold_count : Math.max(holder.holdCount, row.hold_count ?? 0),
    fencing: (lock.holders.length === 1 ? lock.fencingToken : null) ?? row.fencing,
    holder: holder && (holder.label !== null || holder.tokenUnique) ? labelOf(holder) : row.holder,
    holder_ref: (holder && refOf(holder)) ?? row.holder_ref,
  };
  const outlived = takeDeadline(span, lock, holder);
  if (holder?.verdict === 'overstaying') span.overstayed = true;
  const isNew =
    (['no_ttl', 'hold_count', 'fencing', 'holder', 'holder_ref'] as const).some(
      (name) => next[name] !== row[name],
    ) ||
    (next.lease_ms ?? 0) > (row.lease_ms ?? 0) * NEW_LEASE ||
    outlived > (row.overrun_ms ?? 0);
  Object.assign(row, next);
  if (outlived > 0) row.overrun_ms = Math.max(outlived, row.overrun_ms ?? 0);
  return isNew;
}

/**
 * Takes the deadline of a further reading in. Returns by how much its holder outlived the lease before it, ms: 0 = it did not,
 * as far as is seen. A lease of its own that is over keeps the moment at which it ended.
 */
function takeDeadline(span: Span, lock: Lock, holder: Holder | null): number {
  const before = span.deadlineMs;
  const wasOverMs = span.overSinceMs;
  if (holder?.ttlMs === 0) {
    span.overSinceMs ??= Math.min(before ?? lock.known.atMs, lock.known.atMs);
    span.deadlineMs = span.overSinceMs;
    return 0;
  }
  span.overSinceMs = null;
  span.deadlineMs = deadlineOf(lock, holder);
  if (wasOverMs !== null && holder && isOwnEntry(holder)) return Math.round(lock.known.atMs - wasOverMs);
  return overrunOf(before, span.deadlineMs, lock);
}

/** Whether nobody but this holder sets its own lease anew, or takes it out of the lock and tells of it. */
function isOwnEntry({ mode, tokenUnique }: Holder): boolean {
  return mode === 'read' && tokenUnique;
}

/** A lease that is in the value may have run out, be outlived, and be renewed all the same. */
function overrunOf(beforeMs: number | null, afterMs: number | null, lock: Lock): number {
  if (lock.valueDeadlineMs === null || beforeMs === null || afterMs === null || afterMs <= beforeMs) return 0;
  return Math.max(0, Math.round(lock.known.atMs - beforeMs));
}

/**
 * Ends a hold, of which `last` was the last reading. A lease that ran out ended it at its deadline, however late that was
 * noticed; what went while its server gave no answer is only known to have been there until then.
 */
export function endSpan(
  span: Span,
  last: Lock,
  held: NamedHolder,
  event: LockEvent | null,
  nowMs: number,
): void {
  const { row } = span;
  const silentMs = silentSinceMs(last, nowMs);
  const kind = event === null || !isEnd(event.kind) ? 'released' : event.kind;
  let toMs = Math.min(nowMs, event?.atMs ?? nowMs);
  if (kind === 'expired') toMs = Math.min(toMs, span.deadlineMs ?? toMs);
  else if (silentMs !== null && kind !== 'force-released') toMs = Math.min(toMs, silentMs);
  row.ended = silentMs !== null && kind === 'released' ? 'unseen' : kind;
  row.to_ms = Math.max(row.from_ms, Math.round(toMs));
  row.ended_by = event?.by ?? 'inferred';
  row.verdict = verdictAtEnd(row.ended, held.holder, row.to_ms);
  const isLate = kind === 'released' && event?.by === 'event' && span.overSinceMs !== null;
  if (isLate && held.holder && isOwnEntry(held.holder))
    row.overrun_ms = Math.max(row.overrun_ms ?? 0, Math.round(event.atMs - (span.overSinceMs ?? event.atMs)));
}

/** A holder that lived before its lease ran out may not have done so after. */
function verdictAtEnd(ended: string, holder: Holder | null, toMs: number): string | null {
  const verdict = holder?.verdict ?? null;
  if (ended !== 'expired' || verdict === null || verdict === 'gone') return verdict;
  return (holder?.process?.heartbeat?.lastMs ?? 0) > toMs ? 'alive' : 'unknown';
}

function isEnd(kind: string): kind is NonNullable<SpansTable['ended']> {
  return ['released', 'expired', 'lost', 'force-released', 'taken-over'].includes(kind);
}
