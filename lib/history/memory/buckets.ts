/** One measured value; null = from here on nothing is known. */
export type SamplePoint = { atMs: number; value: number | null };

/** Starts of the buckets that cover `fromMs` to `toMs`, aligned to multiples of `bucketMs`, at most 2,000. */
export function bucketStarts(fromMs: number, toMs: number, bucketMs: number): number[] {
  const starts: number[] = [];
  if (!(bucketMs > 0)) return starts;
  for (
    let at = Math.floor(fromMs / bucketMs) * bucketMs;
    at < toMs && starts.length < 2_000;
    at += bucketMs
  ) {
    starts.push(at);
  }
  return starts;
}

/** Highest value of each bucket; a bucket without a point is null. `points` oldest first. */
export function highest(
  points: readonly SamplePoint[],
  starts: readonly number[],
  bucketMs: number,
): (number | null)[] {
  let next = 0;
  return starts.map((start) => {
    while (next < points.length && (points[next]?.atMs ?? 0) < start) next++;
    let value: number | null = null;
    for (; next < points.length && (points[next]?.atMs ?? 0) < start + bucketMs; next++) {
      value = higher(value, points[next]?.value ?? null);
    }
    return value;
  });
}

/** As `highest`, for points that are stored only when the value changes: a value holds until the next point. */
export function highestHeld(
  points: readonly SamplePoint[],
  starts: readonly number[],
  bucketMs: number,
  nowMs: number,
): (number | null)[] {
  let next = 0;
  let current: number | null = null;
  return starts.map((start) => {
    while (next < points.length && (points[next]?.atMs ?? 0) < start) current = points[next++]?.value ?? null;
    if (start > nowMs) return null;
    let value = current;
    for (; next < points.length && (points[next]?.atMs ?? 0) < start + bucketMs; next++) {
      current = points[next]?.value ?? null;
      value = higher(value, current);
    }
    return value;
  });
}

function higher(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return Math.max(a, b);
}
