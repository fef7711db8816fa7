import type { UnseenKeys } from '../../contract/actions';
import type { Holder } from '../../contract/holder';
import type { Lock } from '../../contract/lock';
import type { LockId } from '../keys/lock-id';
import { isOfHold } from './hold-choice';
import { type SameToken, sameHold } from './same-hold';

type Hold = { lock: Lock; holder: Holder };
type LocksOf = (target: string) => readonly Lock[];

/**
 * The other keys of each hold's token, the most certain first; a hold without such keys is left out. One pass over the
 * locks of each target, whatever the number of holds. Pure.
 */
export function otherKeysOf(holds: readonly Hold[], locksOf: LocksOf): Map<LockId, SameToken[]> {
  const tokens = new Set(holds.map(({ holder }) => holder.token.text));
  const byToken = new Map<string, Lock[]>();
  for (const target of new Set(holds.map(({ lock }) => lock.target)))
    for (const lock of locksOf(target))
      for (const { token } of lock.holders) {
        if (!tokens.has(token.text)) continue;
        const of = byToken.get(token.text);
        if (of) of.push(lock);
        else byToken.set(token.text, [lock]);
      }
  const found = new Map<LockId, SameToken[]>();
  for (const { lock, holder } of holds) {
    const same = sameHold(lock, holder, byToken.get(holder.token.text) ?? []);
    if (same.length > 0) found.set(lock.id, same);
  }
  return found;
}

/** Counts, for each hold, the other keys of its token that are not named; a hold without such keys is left out. Pure. */
export function unseenKeysOf(
  holds: readonly Hold[],
  locksOf: LocksOf,
  isNamed: (id: LockId) => boolean,
): Map<LockId, UnseenKeys> {
  const found = new Map<LockId, UnseenKeys>();
  for (const [id, same] of otherKeysOf(holds, locksOf)) {
    const unseen = same.filter(({ lock }) => !isNamed(lock.id));
    const surely = unseen.filter(isOfHold).length;
    if (unseen.length > 0) found.set(id, { surely, perhaps: unseen.length - surely });
  }
  return found;
}
