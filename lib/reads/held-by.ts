import type { Holder } from '../contract/holder';
import type { Lock } from '../contract/lock';
import { holderRefsOf } from '../domain/holders/holder-ref';
import { compareLocks } from '../domain/lists/lock-sort';
import type { Runtime } from '../server/runtime/types';

/** Every lock of one holder, most urgent first; `holder` = its description in the first of them. */
type HeldBy = { ref: string; holder: Holder | null; locks: Lock[] };

/** Locks of the holder with this name, one of `holderRefsOf`. */
export function heldBy(locks: Iterable<Lock>, ref: string): HeldBy {
  const found: Lock[] = [];
  let holder: Holder | null = null;
  for (const lock of locks) {
    const named = lock.holders.find((each) => holderRefsOf(each).includes(ref));
    if (!named) continue;
    holder ??= named;
    found.push(lock);
  }
  return { ref, holder, locks: found.sort(compareLocks('harm')) };
}

/**
 * Every lock of the holder of this name that a runtime shows. Where it is known by a pseudonym, its own name finds it too, as
 * far as one of its locks shows that.
 */
export function heldByName(runtime: Pick<Runtime, 'locks' | 'byHolder'>, ref: string): HeldBy {
  const locks = runtime.byHolder();
  const found = heldBy(locks, ref);
  if (found.locks.length > 0) return found;
  const [shown] = heldBy(runtime.locks(), ref).locks;
  const at = shown?.holders.findIndex((holder) => holderRefsOf(holder).includes(ref)) ?? -1;
  const named = locks.find(({ id }) => id === shown?.id)?.holders[at];
  const [name] = named ? holderRefsOf(named) : [];
  return name === undefined ? found : heldBy(locks, name);
}

/** Other locks of any holder of this one: members of a multi-lock, or locks of the same process. */
export function alsoHeld(locks: Iterable<Lock>, lock: Lock): Lock[] {
  const own = new Set(lock.holders.flatMap(holderRefsOf));
  const found: Lock[] = [];
  if (own.size === 0) return found;
  for (const other of locks) {
    if (other.id === lock.id) continue;
    if (other.holders.some((holder) => holderRefsOf(holder).some((ref) => own.has(ref)))) found.push(other);
  }
  return found;
}
