import type { Lock } from '@/lib/contract/lock';
import type { LookUp } from '@/lib/domain/lists/look-up';

/** The way to all that somebody holds whom a text names. */
type PaletteHolder = { name: string; path: string };

/** More of them are a text about something else. */
const MOST = 5;

/**
 * Client instances that a text names: by their ids, or by the token of a lock that was found for it. An id that is the
 * whole token of a lock is no instance; one that nothing found knows may still be one.
 */
export function holdersNamed({ tokens, instances }: LookUp, found: readonly Lock[]): PaletteHolder[] {
  const holders = found.flatMap((lock) => lock.holders);
  const own = holders.flatMap(({ token, process }) => {
    const instance = process?.instance ?? null;
    if (instance === null) return [];
    const isNamed = instances.includes(instance.toLowerCase()) || tokens.includes(token.text.toLowerCase());
    return isNamed ? [instance] : [];
  });
  const lone = new Set(holders.map(({ token }) => token.text.toLowerCase()));
  const known = new Set(own.map((instance) => instance.toLowerCase()));
  const others = instances.filter((id) => !known.has(id) && !lone.has(id));
  return [...new Set([...own, ...others])].slice(0, MOST).map((name) => ({
    name,
    path: `/holders/${encodeURIComponent(`instance:${name}`)}`,
  }));
}
