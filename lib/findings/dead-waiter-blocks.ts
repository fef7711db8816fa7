import type { Evidence } from '../contract/finding';
import type { NextInLine } from '../domain/locks/lock-facts';
import { countOf } from '../domain/values/counted';
import { found, type LockRule, notFound, type Observed } from './core/lock-rule';

/**
 * The waiter in turn takes a free lock at once. A waiter that has not taken it, and not listened, for this long is gone,
 * ms.
 */
const UNHEARD_MS = 2_000;

/**
 * The lock is free but reserved for a waiter that does not listen. A client that joins a queue subscribes a moment later,
 * so a short silence proves nothing. The next client that asks drops a waiter whose deadline has passed.
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

/** The waiter in turn, how long it has not listened, how long its turn lasts, and how many wait behind it. */
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
