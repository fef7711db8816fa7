import type { LockId } from '../../domain/lock-id';
import type { SpanWrite } from '../batch';

/** So many lapsed holds are remembered, for so long. */
const KEPT = 2_000;
const KEPT_MS = 600_000;

type Lapsed = { row: SpanWrite; deadlineMs: number };

/**
 * Holds whose lease ran out, until their holder shows that it went on: its unique token has the lock again, which only
 * whoever held it writes. A new try of the same process with another token shows nothing of the sort.
 */
export class Lapses {
  readonly #byLock = new Map<LockId, Lapsed>();

  add(row: SpanWrite, deadlineMs: number): void {
    this.#byLock.delete(row.lock);
    this.#byLock.set(row.lock, { row, deadlineMs });
    for (const [lock, each] of this.#byLock) {
      if (this.#byLock.size <= KEPT && deadlineMs - each.deadlineMs < KEPT_MS) break;
      this.#byLock.delete(lock);
    }
  }

  /** This token has the lock: the row of the hold that it outlived, with by how much; null = it outlived none. */
  seen(lock: LockId, token: string, atMs: number): SpanWrite | null {
    const lapsed = this.#byLock.get(lock);
    if (!lapsed || lapsed.row.token !== token || atMs <= lapsed.deadlineMs) return null;
    this.#byLock.delete(lock);
    lapsed.row.overrun_ms = atMs - lapsed.deadlineMs;
    return lapsed.row;
  }
}
