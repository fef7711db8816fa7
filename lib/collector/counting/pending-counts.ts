import type { LockFamily } from './lock-families';

const MOST = 20_000;
/** A family none of whose keys was read within this time is given up, ms. */
const WAIT_MS = 60_000;

/** Counts of families of which no key was read yet: they count once one is found to be a lock. */
type PendingCounts<Count> = {
  add(family: LockFamily, count: Count): void;
  /** The counts of a family that is trusted now, in their order. */
  take(family: LockFamily): readonly Count[];
  /** Drops what waits for too long. To be called once a second. */
  settle(): void;
  clear(): void;
};

/** `onDrop` = so many will never count. */
export function createPendingCounts<Count>(options: {
  now: () => number;
  onDrop(count: number): void;
}): PendingCounts<Count> {
  const { now, onDrop } = options;
  const waiting = new Map<LockFamily, { sinceMs: number; counts: Count[] }>();
  let size = 0;

  function drop(family: LockFamily): void {
    const counts = waiting.get(family)?.counts.length ?? 0;
    waiting.delete(family);
    size -= counts;
    if (!family.isMixed) onDrop(counts);
  }

  return {
    add(family, count) {
      const known = waiting.get(family) ?? { sinceMs: now(), counts: [] };
      waiting.set(family, known);
      known.counts.push(count);
      size += 1;
      if (size <= MOST) return;
      const [oldest] = waiting.keys();
      if (oldest) drop(oldest);
    },
    take(family) {
      const counts = waiting.get(family)?.counts ?? [];
      waiting.delete(family);
      size -= counts.length;
      return counts;
    },
    settle() {
      for (const [family, { sinceMs }] of waiting)
        if (family.isMixed || now() - sinceMs >= WAIT_MS) drop(family);
    },
    clear() {
      for (const family of [...waiting.keys()]) drop(family);
    },
  };
}
