/** Lengths of the time buckets that roll-ups are kept in, ms, the finest first. */
export const TIERS = [10_000, 60_000, 600_000, 3_600_000, 21_600_000, 86_400_000] as const;
export type TierMs = (typeof TIERS)[number];

/** Start of the bucket of this length that a moment is in; both in ms. */
export function bucketStart(atMs: number, lengthMs: number): number {
  return Math.floor(atMs / lengthMs) * lengthMs;
}

/**
 * The finest tier of which at most `most` × `perPoint` buckets cover the range, and how many of its buckets make one point
 * of a chart, so that there are at most `most` points.
 */
export function tierFor(
  fromMs: number,
  toMs: number,
  most: number,
  perPoint = 6,
): { tierMs: TierMs; pointMs: number } {
  const range = Math.max(1, toMs - fromMs);
  const tierMs = TIERS.find((ms) => range / ms <= most * perPoint) ?? 86_400_000;
  const buckets = Math.max(1, Math.ceil(range / tierMs / Math.max(1, most - 1)));
  return { tierMs, pointMs: roundLength(buckets, tierMs) * tierMs };
}

/**
 * So many buckets or a few more, of which whole points make one bucket of the next tier, or whole buckets of that one point:
 * a month in points of five hours would need six times the rows of one in points of six.
 */
function roundLength(buckets: number, tierMs: TierMs): number {
  const next = TIERS.find((ms) => ms > tierMs);
  if (next === undefined) return buckets;
  const ratio = next / tierMs;
  if (buckets >= ratio) return Math.ceil(buckets / ratio) * ratio;
  let length = buckets;
  while (ratio % length !== 0) length += 1;
  return length;
}
