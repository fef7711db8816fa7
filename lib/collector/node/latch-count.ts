import type { ByteString } from '../../domain/keys/bytes';

/** Redisson writes one at each release, for a client that retries it, and the client deletes it. */
const LATCH = 'redisson_unlock_latch:';

/** Counts Redisson's latch keys in the keyspace scans that run anyway. */
type LatchCount = {
  saw(keys: readonly ByteString[]): void;
  /** Latch keys in the last complete scan. */
  count(): number;
};

/** `completedAtMs` = when the last scan ended; null = none did. */
export function createLatchCount(completedAtMs: () => number | null): LatchCount {
  let passEndedAtMs: number | null = null;
  let running = new Set<ByteString>();
  let last = 0;

  function settle(): void {
    if (completedAtMs() === passEndedAtMs) return;
    passEndedAtMs = completedAtMs();
    last = passEndedAtMs === null ? 0 : running.size;
    running = new Set();
  }

  return {
    saw(keys) {
      settle();
      for (const key of keys) if (key.startsWith(LATCH)) running.add(key);
    },
    count() {
      settle();
      return last;
    },
  };
}
