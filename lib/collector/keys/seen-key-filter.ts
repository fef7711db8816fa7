import type { ByteString } from '../../domain/keys/bytes';

const REMEMBER_MS = 5_000;
const LIMIT = 20_000;

/** Remembers for five seconds the keys that were read and are no locks, so that a busy counter costs little. */
export type SeenKeyFilter = {
  add(key: ByteString, nowMs: number): void;
  /** Whether the key was found to be no lock within that time; it is then due for another read afterwards. */
  skips(key: ByteString, nowMs: number): boolean;
  /** Keys that changed while they were skipped and are due for another read. */
  due(nowMs: number): ByteString[];
  clear(): void;
};

/** Starts empty; forgets the oldest beyond `LIMIT`. */
export function createSeenKeyFilter(): SeenKeyFilter {
  const seen = new Map<ByteString, { untilMs: number; changed: boolean }>();
  return {
    add(key, nowMs) {
      seen.delete(key);
      seen.set(key, { untilMs: nowMs + REMEMBER_MS, changed: false });
      if (seen.size > LIMIT) seen.delete(seen.keys().next().value ?? '');
    },
    skips(key, nowMs) {
      const memory = seen.get(key);
      if (!memory || memory.untilMs <= nowMs) return false;
      memory.changed = true;
      return true;
    },
    due(nowMs) {
      const keys: ByteString[] = [];
      for (const [key, { untilMs, changed }] of seen) {
        if (untilMs > nowMs) break;
        seen.delete(key);
        if (changed) keys.push(key);
      }
      return keys;
    },
    clear: () => seen.clear(),
  };
}
