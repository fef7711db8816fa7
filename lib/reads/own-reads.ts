import type { LockId } from '../domain/keys/lock-id';
import type { Runtime } from '../server/runtime/types';

/** Locks that are stored: those read last. */
const MOST = 500;

/** Reads of a key that this process makes for its users: Redis counts them as use of the key. */
type OwnReads = {
  underWay: number;
  /** When the last such read ended, epoch ms; null = there was none. */
  endedMs: number | null;
  /** When another client last used the key, epoch ms, at the earliest; null = no use is known. */
  lastTryMs: number | null;
};

/** By what all views of a runtime share. */
const books = new WeakMap<Runtime['config'], Map<LockId, OwnReads>>();

/** The stored reads of this lock. */
export function ownReadsOf(runtime: Runtime, id: LockId): OwnReads {
  const book = books.get(runtime.config) ?? new Map<LockId, OwnReads>();
  books.set(runtime.config, book);
  const known = book.get(id) ?? { underWay: 0, endedMs: null, lastTryMs: null };
  book.delete(id);
  book.set(id, known);
  if (book.size > MOST) book.delete(book.keys().next().value ?? '');
  return known;
}

/** Records that `work` reads the key of the lock. */
export async function asOwnRead<T>(runtime: Runtime, id: LockId, work: () => Promise<T>): Promise<T> {
  const reads = ownReadsOf(runtime, id);
  reads.underWay += 1;
  try {
    return await work();
  } finally {
    reads.underWay -= 1;
    reads.endedMs = runtime.now();
  }
}
