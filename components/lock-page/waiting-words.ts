import type { Lock } from '@/lib/contract/lock';
import { countOf } from '@/lib/domain/values/counted';

/** Whether somebody waits: which of its texts a headline has. What cannot be known is neither. */
export function waitingCodeOf({ count }: Lock['waiters']): 'waited' | 'alone' | 'unknown' {
  const waiting = countOf(count);
  if (!waiting.known) return 'unknown';
  return waiting.count > 0 ? 'waited' : 'alone';
}

/** The count for a headline, where there is one. */
export function waiterCountsOf({ count }: Lock['waiters']): { count?: number } {
  const waiting = countOf(count);
  return waiting.known ? { count: waiting.count } : {};
}
