import { bucketStart, TIERS } from '../database/tiers';

/** Length of the buckets that the recorder adds to, ms. */
export const BUCKET_MS = TIERS[0];

export function bucketStartOf(atMs: number): number {
  return bucketStart(atMs, BUCKET_MS);
}

/** Calls `add` with each bucket that the time touches and how much of it lies in it, ms; nothing for no time. */
export function eachBucket(fromMs: number, toMs: number, add: (startMs: number, ms: number) => void): void {
  for (let at = fromMs; at < toMs; ) {
    const startMs = bucketStartOf(at);
    const until = Math.min(toMs, startMs + BUCKET_MS);
    add(startMs, until - at);
    at = until;
  }
}
