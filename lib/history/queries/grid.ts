import { bucketStart, TIERS, type TierMs, tierFor } from '../database/tiers';
import type { Subjects } from './scope';

/** Most points of one chart. */
export const MOST_POINTS = 180;

/** The points of a chart, whole ones: the first may begin before the range, the last end after it. */
export type Grid = {
  tierMs: TierMs;
  pointMs: number;
  startsMs: number[];
  firstMs: number;
  /** End of the last point. */
  endMs: number;
};

/**
 * Points of a range, at most `most`, of the finest tier that is small enough and reaches back as far as any coarser one:
 * the fine ones are forgotten first.
 */
export function gridFor(
  { reach }: Pick<Subjects, 'reach'>,
  fromMs: number,
  toMs: number,
  most = MOST_POINTS,
): Grid {
  const ideal = tierFor(fromMs, toMs, most);
  const tierMs = TIERS.find((tier) => tier >= ideal.tierMs && reaches(reach, tier, fromMs)) ?? ideal.tierMs;
  const pointMs = Math.max(tierMs, Math.ceil(ideal.pointMs / tierMs) * tierMs);
  const coarsest = TIERS.findLast((tier) => tier >= tierMs && pointMs % tier === 0) ?? tierMs;
  const firstMs = bucketStart(fromMs, pointMs);
  const startsMs: number[] = [];
  for (let at = firstMs; at < toMs || startsMs.length === 0; at += pointMs) startsMs.push(at);
  // The same sums of fewer rows.
  return { tierMs: coarsest, pointMs, startsMs, firstMs, endMs: firstMs + startsMs.length * pointMs };
}

/** Whether a tier has all that coarser ones still know of the time from `fromMs` on. */
function reaches(reach: Subjects['reach'], tier: TierMs, fromMs: number): boolean {
  const oldest = reach.get(tier) ?? null;
  const coarser = TIERS.filter((each) => each > tier);
  if (oldest === null) return coarser.every((each) => (reach.get(each) ?? null) === null);
  return (
    oldest <= fromMs || coarser.every((each) => (reach.get(each) ?? oldest) >= bucketStart(oldest, each))
  );
}

/** Part of a range that is made of whole buckets of one tier. */
export type Segment = { tierMs: TierMs; fromMs: number; toMs: number };

/** The range in whole buckets, as coarse as they fit: few rows, and the same sums. Both ends are multiples of `finest`. */
export function segmentsOf(fromMs: number, toMs: number, finest: TierMs): Segment[] {
  const tiers = TIERS.filter((tier) => tier >= finest);
  const tierMs = tiers.findLast((tier) => bucketStart(fromMs + tier - 1, tier) < bucketStart(toMs, tier));
  if (fromMs >= toMs) return [];
  if (tierMs === undefined || tierMs === finest) return [{ tierMs: finest, fromMs, toMs }];
  const [first, last] = [bucketStart(fromMs + tierMs - 1, tierMs), bucketStart(toMs, tierMs)];
  return [
    ...segmentsOf(fromMs, first, finest),
    { tierMs, fromMs: first, toMs: last },
    ...segmentsOf(last, toMs, finest),
  ];
}
