/** Changes within this time are counted, ms. */
export const WINDOW_MS = 60_000;
const BUCKET_MS = 5_000;

/** Changes of locks that were reported within the last minute, and the share of them that was seen, 0 to 1. */
export type Changes = { reported: number; seen: number };

/** Counts the changes that were read in time. Changes read too late, or overwritten before the read, count as missed. */
export type ChangeCount = {
  saw(count: number): void;
  missed(count: number): void;
  /** Changes of the last minute; `late` more count as missed. Where nothing was reported, nothing was missed. */
  changes(late: number): Changes;
};

export function createChangeCount(now: () => number): ChangeCount {
  const buckets: { fromMs: number; saw: number; missed: number }[] = [];

  function bucket() {
    const at = now();
    while (buckets[0] && (buckets[0].fromMs <= at - WINDOW_MS || buckets[0].fromMs > at)) buckets.shift();
    const last = buckets.at(-1);
    if (last && at - last.fromMs < BUCKET_MS) return last;
    const fresh = { fromMs: at, saw: 0, missed: 0 };
    buckets.push(fresh);
    return fresh;
  }

  return {
    saw(count) {
      bucket().saw += count;
    },
    missed(count) {
      bucket().missed += count;
    },
    changes(late) {
      bucket();
      const saw = buckets.reduce((sum, each) => sum + each.saw, 0);
      const missed = buckets.reduce((sum, each) => sum + each.missed, late);
      return { reported: saw + missed, seen: missed === 0 ? 1 : saw / (saw + missed) };
    },
  };
}
