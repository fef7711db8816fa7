import type { UnseenKeys } from '../../contract/actions';
import type { Holder } from '../../contract/holder';
import type { Lock } from '../../contract/lock';
import type { LockId } from '../keys/lock-id';
import { isOfHold } from './hold-choice';
import { sameHold } from './same-hold';

/**
 * Counts, for each hold, the other keys of its token that are not named; a hold without such keys is left out. One pass
 * over the locks of each target, whatever the number of holds. Pure.
 */
export function unseenKeysOf(
  holds: readonly { lock: Lock; holder: Holder }[],
  locksOf: (target: string) => readonly Lock[],
  isNamed: (id: LockId) => boolean,
): Map<LockId, UnseenKeys> {
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
  const found = new Map<LockId, UnseenKeys>();
  for (const { lock, holder } of holds) {
    const same = sameHold(lock, holder, byToken.get(holder.token.text) ?? []);
    const unseen = same.filter((other) => !isNamed(other.lock.id));
    const surely = unseen.filter(isOfHold).length;
    if (unseen.length > 0) found.set(lock.id, { surely, perhaps: unseen.length - surely });
  }
  return found;
}
