import type { ByteString } from '../../domain/keys/bytes';
import type { Registry } from '../../formats/index';

const LOCKS = 50_000;
const OF_ONE_LOCK = 48;

/** The companion keys that locks were seen to have, so that these are read together with that lock only. */
export type CompanionBook = {
  /** Records the companions among these keys. Returns the names of the locks that they may belong to. */
  notice(keys: readonly ByteString[]): ByteString[];
  /** Companion keys that were seen of this lock. */
  of(lock: ByteString): readonly ByteString[];
  /** Other locks that this lock's companion keys may belong to instead. */
  rivalsOf(lock: ByteString): ByteString[];
  /** How often keys were noticed so far: what a reading that is asked for now cannot know of comes after it. */
  noticed(): number;
  /** A reading that was asked for after `noticed` showed no such companion key: it is forgotten, unless noticed since. */
  gone(lock: ByteString, companion: ByteString, noticed: number): void;
  clear(): void;
};

/** Starts empty; forgets the oldest beyond `LOCKS`. */
export function createCompanionBook({ ownersOf }: Pick<Registry, 'ownersOf'>): CompanionBook {
  /** Of each lock its companions, and when each was noticed last. */
  const seen = new Map<ByteString, Map<ByteString, number>>();
  let noticed = 0;

  const of = (lock: ByteString) => [...(seen.get(lock)?.keys() ?? [])];

  function add(lock: ByteString, companion: ByteString): void {
    const known = seen.get(lock) ?? new Map<ByteString, number>();
    if (!known.has(companion)) {
      if (known.size >= OF_ONE_LOCK) return;
      seen.delete(lock);
      seen.set(lock, known);
      if (seen.size > LOCKS) seen.delete(seen.keys().next().value ?? '');
    }
    known.set(companion, noticed);
  }

  return {
    notice(keys) {
      noticed += 1;
      const locks: ByteString[] = [];
      for (const key of keys) {
        for (const lock of ownersOf(key)) {
          add(lock, key);
          locks.push(lock);
        }
      }
      return locks;
    },
    of,
    rivalsOf: (lock) =>
      of(lock)
        .flatMap(ownersOf)
        .filter((owner) => owner !== lock),
    noticed: () => noticed,
    gone(lock, companion, asOf) {
      const known = seen.get(lock);
      if (!known || (known.get(companion) ?? 0) > asOf) return;
      known.delete(companion);
      if (known.size === 0) seen.delete(lock);
    },
    clear: () => seen.clear(),
  };
}
