import type { Holder } from '@/lib/contract/holder';
import type { Lock } from '@/lib/contract/lock';
import { holderRefsOf } from '@/lib/domain/holders/holder-ref';

/** One lock as one of the holders of a name has it: a process may read a lock in several threads. */
export type Holding = { id: string; lock: Lock; holder: Holder };

/**
 * A token that stands on several keys is one multi-lock, as far as they can tell; on one key of several nodes it is one
 * Redlock lock; a token alone has one holding. `keys` = how many names its keys have.
 */
type TokenGroup = { token: string; holdings: Holding[]; keys: number };

/** Everything that the holder of this name has, in the order of the locks. */
export function holdingsOf(locks: readonly Lock[], ref: string): Holding[] {
  return locks.flatMap((lock) =>
    lock.holders
      .filter((holder) => holderRefsOf(holder).includes(ref))
      .map((holder) => ({ id: `${lock.id} ${holder.token.text}`, lock, holder })),
  );
}

/** Holdings by token, each group where its first one stands. What may be written by anybody tells no group. */
export function groupedByToken(holdings: readonly Holding[]): TokenGroup[] {
  const groups = new Map<string, Pick<TokenGroup, 'token' | 'holdings'>>();
  for (const holding of holdings) {
    const { token, tokenUnique } = holding.holder;
    const name = tokenUnique && token.exact ? token.text : holding.id;
    const group = groups.get(name);
    if (group) group.holdings.push(holding);
    else groups.set(name, { token: token.text, holdings: [holding] });
  }
  return [...groups.values()].map((group) => ({
    ...group,
    keys: countNames(group.holdings.map(({ lock }) => lock)),
  }));
}

/** On how many keys the token of this holder stands, among these locks. */
export function keysOfToken(locks: readonly Lock[], { token, tokenUnique }: Holder): number {
  if (!tokenUnique || !token.exact) return 0;
  return countNames(locks.filter(({ holders }) => holders.some((other) => other.token.text === token.text)));
}

/** One key on several nodes has one name. */
function countNames(locks: readonly Lock[]): number {
  return new Set(locks.map(({ key }) => key.text)).size;
}
