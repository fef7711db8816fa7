import type { ByteString } from '../../domain/keys/bytes';

const WINDOW_MS = 900_000;
const BUCKET_MS = 10_000;
const KEY_LIMIT = 5_000;

type Bucket = { startMs: number; seconds: number };

/** Waiters × seconds of each lock in the last 15 minutes, across its holders. */
export type WaitTracker = {
  /** `count` clients waited for this long. */
  add(key: ByteString, atMs: number, count: number, seconds: number): void;
  total(key: ByteString, nowMs: number): number;
};

/** Starts empty; forgets the least recently contended lock beyond `KEY_LIMIT`. */
export function createWaitTracker(): WaitTracker {
  const byKey = new Map<ByteString, Bucket[]>();
  return {
    add(key, atMs, count, seconds) {
      const buckets = byKey.get(key) ?? [];
      byKey.delete(key);
      byKey.set(key, buckets);
      const startMs = Math.floor(atMs / BUCKET_MS) * BUCKET_MS;
      const last = buckets.at(-1);
      if (last?.startMs === startMs) last.seconds += count * seconds;
      else buckets.push({ startMs, seconds: count * seconds });
      while (buckets[0] && buckets[0].startMs < atMs - WINDOW_MS) buckets.shift();
      if (byKey.size > KEY_LIMIT) byKey.delete(byKey.keys().next().value ?? '');
    },
    total(key, nowMs) {
      const buckets = byKey.get(key) ?? [];
      const sum = buckets.reduce((n, b) => (b.startMs >= nowMs - WINDOW_MS ? n + b.seconds : n), 0);
      return Math.round(sum);
    },
  };
}
