import type { Lock } from '@/lib/contract/lock';
import { holderRefsOf } from '@/lib/domain/holders/holder-ref';

/** What the one holder of a lock is asked for by; null = several hold it, or nothing says who does. */
export function heldRefOf({ holders }: Pick<Lock, 'holders'>): string | null {
  const [holder, ...others] = holders;
  const [ref = null] = holder && others.length === 0 ? holderRefsOf(holder) : [];
  return ref;
}
