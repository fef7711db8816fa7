import type { ByteString } from '../../domain/keys/bytes';

/** A lock that is held for so long is read, however many come and go meanwhile, ms. */
const READ_AFTER_MS = 1_000;
const TICK_MS = 50;

/** Locks whose events count, and that are read once they have been held for a while. */
type DeferredReads = {
  /** Takes a key that was reported; false = it is to be read at once. */
  takes(key: ByteString): boolean;
  clear(): void;
  stop(): void;
};

type DeferredReadsOptions = {
  now: () => number;
  /** Whether more changes come than can well be read. */
  isBusy(): boolean;
  /** What events say of the key; null = they do not count it. */
  stateOf(key: ByteString): 'held' | 'free' | null;
  /** Whether the index has a lock of this key. */
  isKnown(key: ByteString): boolean;
  /** The key is to be read now; it was reported at `reportedMs` first. */
  read(key: ByteString, reportedMs: number): void;
};

/**
 * Where more changes come than can be read, a lock that is acquired or renewed is read a second later, if it is held then:
 * one that came and went meanwhile needs no reading, since its events count it. What ends is not deferred.
 */
export function createDeferredReads(options: DeferredReadsOptions): DeferredReads {
  const { now, stateOf, isKnown, read } = options;
  const waiting = new Map<ByteString, number>();
  let timer: ReturnType<typeof setTimeout> | null = null;
  let stopped = false;

  function tick(): void {
    timer = null;
    const dueMs = now() - READ_AFTER_MS;
    for (const [key, reportedMs] of waiting) {
      if (reportedMs > dueMs) break;
      waiting.delete(key);
      if (stateOf(key) !== 'free' || isKnown(key)) read(key, reportedMs);
    }
    schedule();
  }

  function schedule(): void {
    if (!timer && !stopped && waiting.size > 0) timer = setTimeout(tick, TICK_MS);
  }

  return {
    takes(key) {
      const state = stateOf(key);
      if (state === 'free') {
        waiting.delete(key);
        return !isKnown(key);
      }
      if (state === null || !options.isBusy()) return false;
      if (!waiting.has(key)) waiting.set(key, now());
      schedule();
      return true;
    },
    clear: () => waiting.clear(),
    stop() {
      stopped = true;
      if (timer) clearTimeout(timer);
      waiting.clear();
    },
  };
}
