import type { LockId } from '../domain/keys/lock-id';
import type { Runtime } from '../server/runtime/types';

/** Locks that are remembered, those read last. */
const MOST = 500;

/** What this process does to a key itself when it reads it for people: Redis takes that for use of the key. */
export type OwnReads = {
  underWay: number;
  /** When the last one ended, epoch ms; null = none yet. */
  endedMs: number | null;
  /** Not earlier than that somebody else used the key, epoch ms; null = nobody is known to have. */
  lastTryMs: number | null;
};

const books = new WeakMap<Runtime, Map<LockId, OwnReads>>();

/** What is remembered of the readings of this lock. */
export function ownReadsOf(runtime: Runtime, id: LockId): OwnReads {
  const book = books.get(runtime) ?? new Map<LockId, OwnReads>();
  books.set(runtime, book);
  const known = book.get(id) ?? { underWay: 0, endedMs: null, lastTryMs: null };
  book.delete(id);
  book.set(id, known);
  if (book.size > MOST) book.delete(book.keys().next().value ?? '');
  return known;
}

/** Remembers that the key of the lock is read by `work`. */
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
