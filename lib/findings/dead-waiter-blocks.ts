import type { Evidence } from '../contract/finding';
import type { NextInLine } from '../domain/locks/lock-facts';
import { countOf } from '../domain/values/counted';
import { found, type LockRule, notFound, type Observed } from './core/lock-rule';

/** Who has the turn takes a free lock at once: not taken for so long, and not listened for, it is nobody any more. */
const UNHEARD_MS = 2_000;

/**
 * The lock is free and kept for a waiter that does not listen. Who joins a queue listens a moment later, so that a moment
 * tells nothing; a waiter whose deadline has passed is dropped by the next to ask.
 */
export const deadWaiterBlocks: LockRule<'dead-waiter-blocks'> = {
  code: 'dead-waiter-blocks',
  severity: 'at-risk',
  detect({ facts }, nowMs) {
    const { next } = facts;
    if (!next || next.unheardSinceMs === null) return notFound();
    const { unheardSinceMs: sinceMs, deadlineMs } = next;
    if (deadlineMs !== null && nowMs >= deadlineMs) return notFound();
    if (nowMs < sinceMs + UNHEARD_MS) return notFound(sinceMs + UNHEARD_MS);
    const evidence = [evidenceOf(next, nowMs - sinceMs, facts, nowMs)];
    return found({ sinceMs, evidence }, deadlineMs ?? Number.POSITIVE_INFINITY);
  },
};

/** Whose turn it is, for how long it did not listen, how long it still has, and how many more wait behind it. */
function evidenceOf(
  { label, deadlineMs, atMs }: NextInLine,
  forMs: number,
  { waiters }: Observed['facts'],
  nowMs: number,
): Evidence {
  const waiting = countOf(waiters.count);
  const values: Evidence['values'] = { waiter: label, forMs };
  if (waiting.known) values.behind = Math.max(0, waiting.count - 1);
  if (deadlineMs !== null) values.leftMs = deadlineMs - nowMs;
  return { code: 'dead-waiter', values, tone: 'at-risk', known: { by: 'scan', atMs } };
}
