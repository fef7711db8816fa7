/** How much the number of arrivals varies from window to window: variance ÷ mean of the counts. 1 = as Poisson arrivals do. */
export type Dispersion = { windowMs: number; index: number; windows: number };

/** With fewer windows the variance is mostly chance. */
export const LEAST_WINDOWS = 20;
/** So many standard errors from 1 before arrivals are not taken for Poisson. */
const SURE = 3;

/**
 * Index of dispersion of the arrivals in windows of `pointMs` and of its multiples, the shortest first. `counts` has the
 * arrivals of one point after the other; null = not known, and no window spans it. Pure.
 */
export function dispersionsOf(counts: readonly (number | null)[], pointMs: number): Dispersion[] {
  const found: Dispersion[] = [];
  for (let width = 1; counts.length / width >= LEAST_WINDOWS; width *= 2) {
    const sums = sumsOf(counts, width);
    if (sums.length < LEAST_WINDOWS) break;
    const mean = sums.reduce((sum, n) => sum + n, 0) / sums.length;
    if (mean <= 0) break;
    const squares = sums.reduce((sum, n) => sum + (n - mean) ** 2, 0);
    found.push({
      windowMs: width * pointMs,
      index: squares / (sums.length - 1) / mean,
      windows: sums.length,
    });
  }
  return found;
}

/** Whether nothing shows that arrivals were other than Poisson. Pure. */
export function isLikePoisson(dispersions: readonly Dispersion[]): boolean {
  return dispersions.every(
    ({ index, windows }) => Math.abs(index - 1) <= SURE * Math.sqrt(2 / (windows - 1)),
  );
}

function sumsOf(counts: readonly (number | null)[], width: number): number[] {
  const sums: number[] = [];
  let [sum, points] = [0, 0];
  for (const count of counts) {
    if (count === null) [sum, points] = [0, 0];
    else [sum, points] = [sum + count, points + 1];
    if (points < width) continue;
    sums.push(sum);
    [sum, points] = [0, 0];
  }
  return sums;
}
