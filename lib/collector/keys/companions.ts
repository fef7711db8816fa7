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
  /** A companion key of the lock no longer exists. */
  gone(lock: ByteString, companion: ByteString): void;
  clear(): void;
};

/** Starts empty; forgets the oldest beyond `LOCKS`. */
export function createCompanionBook({ ownersOf }: Pick<Registry, 'ownersOf'>): CompanionBook {
  const seen = new Map<ByteString, ByteString[]>();

  function add(lock: ByteString, companion: ByteString): void {
    const known = seen.get(lock) ?? [];
    if (known.includes(companion) || known.length >= OF_ONE_LOCK) return;
    seen.delete(lock);
    seen.set(lock, [...known, companion]);
    if (seen.size > LOCKS) seen.delete(seen.keys().next().value ?? '');
  }

  return {
    notice(keys) {
      const locks: ByteString[] = [];
      for (const key of keys) {
        for (const lock of ownersOf(key)) {
          add(lock, key);
          locks.push(lock);
        }
      }
      return locks;
    },
    of: (lock) => seen.get(lock) ?? [],
    rivalsOf: (lock) => (seen.get(lock) ?? []).flatMap(ownersOf).filter((owner) => owner !== lock),
    gone(lock, companion) {
      const left = (seen.get(lock) ?? []).filter((key) => key !== companion);
      if (left.length > 0) seen.set(lock, left);
      else seen.delete(lock);
    },
    clear: () => seen.clear(),
  };
}
