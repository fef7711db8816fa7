import { goneSinceMs, lives } from '../../domain/holders/judge-holder';
import type { EventDraft } from '../../domain/locks/diff';
import type { LockFacts } from '../../domain/locks/lock-facts';
import type { Judgement } from '../../findings/core/judge';

/** A renewal is overdue now. */
export function lateDraft(facts: LockFacts, times: number, nowMs: number): EventDraft {
  const holder = facts.reading.holders[0]?.label ?? null;
  return { kind: 'late', by: 'inferred', atMs: nowMs, holder, values: { times } };
}

/** The number of waiters changed. */
export function waitersDraft(
  facts: LockFacts,
  before: number | null,
  count: number,
  nowMs: number,
): EventDraft {
  const holder = facts.reading.holders[0]?.label ?? null;
  return {
    kind: 'waiters-changed',
    by: 'scan',
    atMs: nowMs,
    holder,
    values: before === null ? { count } : { count, before },
  };
}

/** A holder is proven gone now, or lives after all; null = neither is new. An unknown verdict takes nothing back. */
export function lifeDraft(
  facts: LockFacts,
  { holders }: Judgement,
  wasGone: boolean,
  nowMs: number,
): EventDraft | null {
  const isGone = holders.includes('gone');
  if (isGone === wasGone || (!isGone && !holders.some(lives))) return null;
  const at = Math.max(0, isGone ? holders.indexOf('gone') : holders.findIndex(lives));
  const holder = facts.reading.holders[at]?.label ?? null;
  const heartbeat = facts.heartbeats[at] ?? null;
  const values: EventDraft['values'] = {};
  if (isGone && heartbeat) values.lastMs = Math.max(0, nowMs - goneSinceMs(heartbeat));
  return { kind: isGone ? 'holder-gone' : 'holder-back', by: 'inferred', atMs: nowMs, holder, values };
}
