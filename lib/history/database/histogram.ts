/**
 * Mergeable histograms of times: bucket `n` holds what took from `2^(n/4)` ms to less than `2^((n+1)/4)` ms, so a value read
 * back from one is at most 9 % off. Bucket 0 also has everything under a millisecond. Merging is adding the counts.
 */
export const BUCKETS_PER_DOUBLING = 4;
/** Some 34 years; what is longer counts as that. */
const LAST_BUCKET = 160;

/** The most that a percentile differs from the true one, as a share of it. */
export const HISTOGRAM_ERROR = 2 ** (1 / (2 * BUCKETS_PER_DOUBLING)) - 1;

export type Histogram = ReadonlyMap<number, number>;

/** Bucket of a time in ms; negative times count as none. */
export function bucketOf(ms: number): number {
  if (!(ms > 1)) return 0;
  return Math.min(LAST_BUCKET, Math.floor(Math.log2(ms) * BUCKETS_PER_DOUBLING));
}

/** What a bucket stands for, ms: the geometric middle of its bounds. */
function bucketMiddleOf(bucket: number): number {
  return 2 ** ((bucket + 0.5) / BUCKETS_PER_DOUBLING);
}

/** The sum of several. */
export function merge(histograms: Iterable<Histogram>): Map<number, number> {
  const sum = new Map<number, number>();
  for (const histogram of histograms)
    for (const [bucket, count] of histogram) sum.set(bucket, (sum.get(bucket) ?? 0) + count);
  return sum;
}

/** How many times it holds. */
export function histogramTotalOf(histogram: Histogram): number {
  let total = 0;
  for (const count of histogram.values()) total += count;
  return total;
}

/** The time that a share `p` (0 to 1) of all did not exceed, ms, within `HISTOGRAM_ERROR`; null = it holds none. */
export function percentile(histogram: Histogram, p: number): number | null {
  const total = histogramTotalOf(histogram);
  if (total === 0) return null;
  const rank = Math.max(1, Math.ceil(p * total));
  let below = 0;
  for (const bucket of [...histogram.keys()].sort((a, b) => a - b)) {
    below += histogram.get(bucket) ?? 0;
    if (below >= rank) return bucketMiddleOf(bucket);
  }
  return null;
}

/** Times under a millisecond are taken for this, ms. */
const BELOW_MS = 0.5;

/**
 * Number, mean (ms) and mean square (ms²) of the times, each taken for the middle of its bucket. The square over the squared
 * mean is at most `(1 + HISTOGRAM_ERROR) ** 4` off (× 1.41), where times are spread within their buckets under 1 %.
 */
export function momentsOf(histogram: Histogram): { count: number; meanMs: number; squareMs: number } {
  let [count, sum, squares] = [0, 0, 0];
  for (const [bucket, times] of histogram) {
    const ms = bucket === 0 ? BELOW_MS : bucketMiddleOf(bucket);
    count += times;
    sum += times * ms;
    squares += times * ms ** 2;
  }
  return { count, meanMs: sum / Math.max(1, count), squareMs: squares / Math.max(1, count) };
}
