import type { ByteString } from '../../domain/keys/bytes';

const REMEMBER_MS = 5_000;
const LIMIT = 20_000;

/** Keys that were looked at and are no locks: remembered for some seconds, so that a busy counter costs little. */
export type SeenKeyFilter = {
  add(key: ByteString, nowMs: number): void;
  /** Whether the key was found to be no lock a moment ago; it is then looked at again once that moment is over. */
  skips(key: ByteString, nowMs: number): boolean;
  /** Keys that changed while they were skipped and are due for another look. */
  due(nowMs: number): ByteString[];
  clear(): void;
};

/** Empty memory; forgets the oldest beyond `LIMIT`. */
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
