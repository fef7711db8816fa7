import type { KnownBy, LockEventKind } from '../../contract/codes';
import type { ReadHolder, Reading } from './lock-facts';

/** An event without its number, id and display name. */
export type EventDraft = {
  kind: LockEventKind;
  by: KnownBy;
  atMs: number;
  holder: string | null;
  values: Record<string, string | number>;
};

/** Facts known in addition to the two readings. */
export type DiffHints = {
  /** How the second reading was obtained. */
  by: KnownBy;
  /** The key was known to be absent before it was seen held. */
  wasAbsent: boolean;
  /** A release message for this lock arrived since the first reading. */
  announced: boolean;
  /** An action of ours whose effect has not been seen yet. */
  ours: 'force-released' | 'extended' | null;
  /** The server lost its data since the first reading. */
  wiped: boolean;
  /** Times the key was written since the first reading; null = not counted. */
  writes: number | null;
  /** False = the change was read too late to know when it happened; default: it was read at once. */
  isTimely?: boolean;
};

/** Two readings of one deadline may differ by this much, plus the time that each of them took. */
export const DEADLINE_TOLERANCE_MS = 50;

/**
 * The events between two readings of one lock; null = not held. Pure. Distinguishes `released`, `expired` and
 * `taken-over` as far as the readings allow. `by` is `inferred` wherever another course of events would leave the same
 * bytes.
 */
export function diff(
  before: Reading | null,
  after: Reading | null,
  nowMs: number,
  hints: DiffHints,
): EventDraft[] {
  if (before && after) {
    if (before.holders.length !== 1 || after.holders.length !== 1)
      return amongMany(before, after, nowMs, hints);
    return sameHolders(before, after)
      ? whileHeld(before, after, nowMs, hints)
      : changedHands(before, after, nowMs, hints);
  }
  // Without its key the lock had no holder, so nothing was released.
  if (before) return before.absent ? [] : [ended(before, nowMs, hints)];
  return after ? [began(after, nowMs, hints)] : [];
}

/** Whether the same tokens hold the lock in both readings, in any order. */
export function sameHolders(before: Reading, after: Reading): boolean {
  return before.holders.length === after.holders.length && notIn(before, after).length === 0;
}

/** Whether at least one token holds the lock in both readings, or one of them has no holder. */
export function shareHolders(before: Reading, after: Reading): boolean {
  if (before.holders.length === 0 || after.holders.length === 0) return true;
  return notIn(before, after).length < before.holders.length;
}

/** Holders of the first reading that the second lacks. */
function notIn(one: Reading, other: Reading): ReadHolder[] {
  const [first, ...others] = other.holders;
  if (others.length === 0) return one.holders.filter(({ token }) => token !== first?.token);
  const tokens = new Set(other.holders.map(({ token }) => token));
  return one.holders.filter(({ token }) => !tokens.has(token));
}

/** Whether the deadline was changed, beyond the difference that reading one deadline twice explains. */
export function deadlineMoved(before: Reading, after: Reading): boolean {
  return laterBy(before, after) !== 0;
}

/** Whether the own lease of a holder was renewed or ended. */
export function ownDeadlineMoved(before: Reading, after: Reading): boolean {
  return after.holders.some((holder) => ownLaterBy(holder, before, after) !== 0);
}

/** How much later the deadline is, ms; 0 = the same, within the tolerance. */
function laterBy(before: Reading, after: Reading): number {
  const [was, is] = [before.deadlineMs, after.deadlineMs];
  if (was === is) return 0;
  if (was === 'none') return Number.NEGATIVE_INFINITY;
  if (is === 'none') return Number.POSITIVE_INFINITY;
  const ms = is - was;
  const told = ms > DEADLINE_TOLERANCE_MS + after.slackMs || -ms > DEADLINE_TOLERANCE_MS + before.slackMs;
  return told ? ms : 0;
}

/** The same for one holder's own lease, if both readings have one. */
function ownLaterBy({ token, deadlineMs }: ReadHolder, before: Reading, after: Reading): number {
  const was = before.holders.find((holder) => holder.token === token)?.deadlineMs;
  if (was === undefined || deadlineMs === undefined) return 0;
  return laterBy({ ...before, deadlineMs: was }, { ...after, deadlineMs });
}

function began(after: Reading, nowMs: number, hints: DiffHints): EventDraft {
  const kind = hints.wasAbsent && !after.absent ? 'acquired' : 'first-seen';
  return draft(kind, beginsBy(hints), nowMs, after, ttlValues(after));
}

/** A late reading still proves the acquisition, but not its time. */
function beginsBy({ by, isTimely }: DiffHints): KnownBy {
  return isTimely === false ? 'inferred' : by;
}

function ended(before: Reading, nowMs: number, hints: DiffHints): EventDraft {
  if (hints.ours === 'force-released') return draft('force-released', 'event', nowMs, before);
  if (hints.announced) return draft('released', 'event', nowMs, before);
  if (hints.wiped && !deadlinePassed(before, nowMs)) return draft('lost', 'inferred', nowMs, before);
  if (deadlinePassed(before, nowMs)) return draft('expired', 'inferred', nowMs, before);
  return draft('released', 'inferred', nowMs, before);
}

function changedHands(before: Reading, after: Reading, nowMs: number, hints: DiffHints): EventDraft[] {
  const leaseLeft = !deadlinePassed(before, nowMs);
  const explained = hints.announced || hints.wiped || hints.ours === 'force-released';
  // One write replaced one holder with another: there was no release in between.
  if (leaseLeft && !explained && hints.writes === 1) {
    const from = labelOf(before.holders) ?? '';
    return [draft('taken-over', 'inferred', nowMs, after, { from, ...ttlValues(after) })];
  }
  return [ended(before, nowMs, hints), draft('acquired', beginsBy(hints), nowMs, after, ttlValues(after))];
}

function whileHeld(before: Reading, after: Reading, nowMs: number, hints: DiffHints): EventDraft[] {
  const [was, is] = [before.holders[0]?.holdCount ?? null, after.holders[0]?.holdCount ?? null];
  if (was !== null && is !== null && is !== was) {
    return [draft(is > was ? 'reentered' : 'partly-released', hints.by, nowMs, after, { count: is })];
  }
  if (after.deadlineMs === 'none' || !deadlineMoved(before, after)) return [];
  if (hints.ours === 'extended') return [draft('extended', 'event', nowMs, after, ttlValues(after))];
  const by = after.holders.every((holder) => holder.tokenUnique) ? hints.by : 'inferred';
  return [draft('renewed', by, nowMs, after, ttlValues(after))];
}

/** Diffs a lock that several may hold: each holder comes and goes on its own. */
function amongMany(before: Reading, after: Reading, nowMs: number, hints: DiffHints): EventDraft[] {
  const [left, came] = [notIn(before, after), notIn(after, before)];
  const ours = left.length > 1 ? null : hints.ours; // one action releases one holder
  const drafts: EventDraft[] = [
    ...left.map((holder): EventDraft => {
      const { deadlineMs = before.deadlineMs } = holder;
      const { kind, by } = ended({ ...before, deadlineMs, holders: [holder] }, nowMs, { ...hints, ours });
      return { ...draft(kind, by, nowMs, before), holder: holder.label };
    }),
    ...came.map(
      (holder): EventDraft => ({ ...draft('acquired', beginsBy(hints), nowMs, after), holder: holder.label }),
    ),
  ];
  for (const holder of after.holders) {
    const was = before.holders.find(({ token }) => token === holder.token)?.holdCount ?? null;
    const { holdCount: is, label } = holder;
    if (was === null || is === null || was === is) continue;
    const kind = is > was ? 'reentered' : 'partly-released';
    drafts.push({ ...draft(kind, hints.by, nowMs, after, { count: is }), holder: label });
  }
  if (drafts.length > 0 || after.holders.length === 0) return drafts;
  if (after.holders.every(({ deadlineMs }) => deadlineMs === undefined))
    return whileHeld(before, after, nowMs, hints);
  const renewed = after.holders.filter((holder) => ownLaterBy(holder, before, after) > 0);
  return renewed.map(({ label, deadlineMs }) => {
    const values: EventDraft['values'] =
      typeof deadlineMs === 'number' ? { ttlMs: deadlineMs - after.atMs } : {};
    const told = hints.ours === 'extended' ? draft('extended', 'event', nowMs, after, values) : null;
    return { ...(told ?? draft('renewed', hints.by, nowMs, after, values)), holder: label };
  });
}

/** Whether the lease may be over; the deadline of a slow reading may be up to `slackMs` earlier. */
function deadlinePassed({ valueDeadlineMs, deadlineMs, slackMs }: Reading, nowMs: number): boolean {
  const soonest =
    valueDeadlineMs ?? (deadlineMs === 'none' ? Number.POSITIVE_INFINITY : deadlineMs - slackMs);
  return soonest <= nowMs + DEADLINE_TOLERANCE_MS;
}

function ttlValues(reading: Reading): Record<string, string | number> {
  return reading.ttlMs === 'none' ? {} : { ttlMs: reading.ttlMs };
}

function labelOf(holders: readonly ReadHolder[]): string | null {
  return holders[0]?.label ?? null;
}

function draft(
  kind: LockEventKind,
  by: KnownBy,
  atMs: number,
  about: Reading,
  values: Record<string, string | number> = {},
): EventDraft {
  return { kind, by, atMs, holder: labelOf(about.holders), values };
}
