import type { LockId } from '../../domain/keys/lock-id';

/** A hold that was seen to begin and has not ended yet; `exclusive` = nobody else has the lock beside it. */
type OpenHold = { holder: string | null; exclusive: boolean; atMs: number };

/** Holds that were seen to begin, until they end or their lock is gone. Times are epoch ms. */
export type Holds = {
  begin(id: LockId, hold: OpenHold): void;
  /** How long, ms, the hold lasted that this holder had; null = its beginning was not seen. */
  end(id: LockId, holder: string | null, atMs: number): number | null;
  /** Nobody has the lock any more. */
  forget(id: LockId): void;
  /** How many are open. */
  size(): number;
};

/** Remembers no more locks than are held, as long as it is told of every one that is gone. */
export function createHolds(): Holds {
  const open = new Map<LockId, OpenHold[]>();
  return {
    begin(id, hold) {
      const others = hold.exclusive ? [] : (open.get(id) ?? []).filter(({ exclusive }) => !exclusive);
      open.set(id, [...others, hold]);
    },
    end(id, holder, atMs) {
      const holds = open.get(id) ?? [];
      const [only] = holds;
      // The name by which a holder is shown changes when its heartbeat is read; a lock of one holder needs no name.
      const ended = only?.exclusive ? only : holds.find((hold) => hold.holder === holder);
      if (!ended) return null;
      const left = holds.filter((hold) => hold !== ended);
      if (left.length > 0) open.set(id, left);
      else open.delete(id);
      return Math.max(0, atMs - ended.atMs);
    },
    forget: (id) => void open.delete(id),
    size: () => open.size,
  };
}
