import type { Evidence } from './lock';
import type { LockFacts, NextInLine } from './locks/lock-facts';
import { countOf } from './values/counted';

/** Who has the turn takes a free lock at once: not taken for so long, and not listened for, it is nobody any more. */
const UNHEARD_MS = 2_000;

/**
 * Since when the lock is free and kept for a waiter that does not listen, epoch ms; null = it is not, or cannot be told. Who
 * joins a queue listens a moment later, so that a moment tells nothing.
 */
export function deadNextSinceMs({ next }: Pick<LockFacts, 'next'>, nowMs: number): number | null {
  if (!next || next.unheardSinceMs === null || !keepsOthersOut(next, nowMs)) return null;
  return nowMs - next.unheardSinceMs >= UNHEARD_MS ? next.unheardSinceMs : null;
}

/** Until when time alone changes nothing of that, epoch ms. */
export function nextQuietUntil({ next }: Pick<LockFacts, 'next'>, nowMs: number): number {
  if (!next || next.unheardSinceMs === null || !keepsOthersOut(next, nowMs)) return Number.POSITIVE_INFINITY;
  const toldMs = next.unheardSinceMs + UNHEARD_MS;
  return nowMs < toldMs ? toldMs : (next.deadlineMs ?? Number.POSITIVE_INFINITY);
}

/** Whose turn it is, for how long it did not listen, how long it still has, and how many more wait behind it. */
export function deadNextEvidence({ next, waiters }: LockFacts, nowMs: number): Evidence[] {
  if (!next) return [];
  const { label, deadlineMs, unheardSinceMs, atMs } = next;
  const forMs = Math.max(0, nowMs - (unheardSinceMs ?? nowMs));
  const waiting = countOf(waiters.count);
  const values: Evidence['values'] = { waiter: label, forMs };
  if (waiting.known) values.behind = Math.max(0, waiting.count - 1);
  if (deadlineMs !== null) values.leftMs = Math.max(0, deadlineMs - nowMs);
  return [{ code: 'dead-waiter', values, tone: 'at-risk', known: { by: 'scan', atMs } }];
}

/** A waiter whose deadline has passed is dropped by the next to ask. */
function keepsOthersOut({ deadlineMs }: NextInLine, nowMs: number): boolean {
  return deadlineMs === null || deadlineMs > nowMs;
}
