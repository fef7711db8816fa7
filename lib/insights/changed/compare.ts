import { BUCKETS_PER_DOUBLING, type Histogram, histogramTotalOf } from '../../history/database/histogram';
import type { FamilyChange } from '../../history/queries/insights/changes';
import type { Block } from '../../history/queries/insights/family-blocks';
import { meanOf, tTest } from './t-test';

type Measure = 'hold' | 'wait';
/** One percentile of one measure: what it is after, before and a week ago (null = not known), ms. */
export type Comparison = {
  measure: Measure;
  percentile: 50 | 95;
  beforeMs: number;
  afterMs: number;
  weekMs: number | null;
  /** Times that it is made of, before and after. */
  n: number;
  /** Probability of such a difference by chance, corrected for all comparisons. */
  chance: number;
  changed: boolean;
};

const COMPARED: readonly [Measure, 50 | 95][] = [
  ['hold', 50],
  ['hold', 95],
  ['wait', 50],
  ['wait', 95],
];
/** Times that a block needs to have the percentile: five are above it. */
const LEAST_TIMES = { 50: 20, 95: 100 } as const;
/** Blocks that each side needs. */
const LEAST_BLOCKS = 3;
/** Probability of a single false alarm among all comparisons of one question. */
const CHANCE = 0.05;
/** Least change, as a ratio: a bucket of a histogram is 1.19 wide, and nobody acts on less. */
const LEAST_RATIO = 1.3;
/** What the width of a bucket adds to a logarithm: its standard deviation. */
const ROUNDING = Math.LN2 / BUCKETS_PER_DOUBLING / Math.sqrt(12);

/** All percentiles of a family around a moment for which there are times enough. */
export function compare({ before, after, earlier, week, tests }: FamilyChange): Comparison[] {
  return COMPARED.flatMap(([measure, percentile]) => {
    const logs = (blocks: readonly Block[]) => logsOf(blocks, measure, percentile);
    const [was, is] = [logs(before), logs(after)];
    if (was.length < LEAST_BLOCKS || is.length < LEAST_BLOCKS) return [];
    const step = meanOf(is) - meanOf(was);
    const weekAgo = week === null ? [] : logs(week);
    const wasEarlier = earlier === null ? [] : logs(earlier);
    const chance = tTest(is, was, [wasEarlier, weekAgo], ROUNDING) * tests * COMPARED.length;
    const drift = earlier === null ? 0 : driftOf(wasEarlier, was);
    const changed =
      chance < CHANCE &&
      isLarge(step, step) &&
      drift !== null &&
      isLarge(step - drift, step) &&
      (weekAgo.length < LEAST_BLOCKS || isLarge(meanOf(is) - meanOf(weekAgo), step));
    const n = [...before, ...after].reduce((sum, block) => sum + histogramTotalOf(block[measure]), 0);
    return [
      {
        ...{ measure, percentile, n, chance: Math.min(1, chance), changed },
        ...{ beforeMs: Math.exp(meanOf(was)), afterMs: Math.exp(meanOf(is)) },
        weekMs: weekAgo.length < LEAST_BLOCKS ? null : Math.exp(meanOf(weekAgo)),
      },
    ];
  });
}

/** Whether a difference of logarithms is a change of the least ratio or more, in the direction of another. */
function isLarge(difference: number, direction: number): boolean {
  return difference * Math.sign(direction) >= Math.log(LEAST_RATIO);
}

/** By how much it went on changing anyway, an hour; null = not known. */
function driftOf(earlier: readonly number[], before: readonly number[]): number | null {
  return earlier.length < LEAST_BLOCKS ? null : meanOf(before) - meanOf(earlier);
}

/** The logarithm of the percentile in each block that has times enough. */
function logsOf(blocks: readonly Block[], measure: Measure, percentile: 50 | 95): number[] {
  return blocks
    .map((block) => block[measure])
    .filter((times) => histogramTotalOf(times) >= LEAST_TIMES[percentile])
    .map((times) => logPercentile(times, percentile / 100));
}

/** ln of a percentile in ms, within its bucket as far as its share of the times of the bucket. */
function logPercentile(times: Histogram, share: number): number {
  const wanted = histogramTotalOf(times) * share;
  let below = 0;
  for (const [bucket, count] of [...times].sort(([a], [b]) => a - b)) {
    if (below + count >= wanted)
      return ((bucket + (wanted - below) / count) * Math.LN2) / BUCKETS_PER_DOUBLING;
    below += count;
  }
  return 0;
}

/** Waiter-seconds an hour by which the blocks after it have more than those before it; 0 = no more. */
export function addedDebt({ before, after, blockMs }: FamilyChange): number {
  const anHour = (blocks: readonly Block[]) =>
    (meanOf(blocks.map(({ waiterMs }) => waiterMs)) / 1000) * (3_600_000 / blockMs);
  return Math.max(0, anHour(after) - anHour(before));
}
