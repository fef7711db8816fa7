import type { TimeBars } from '@/lib/contract/history/family-report';

/** One bar of a histogram, in shares of the width and height of its plot; `past` = of times past the lease. */
type HoldBar = { x: number; width: number; height: number; past: boolean };

type HoldPlot = {
  bars: HoldBar[];
  /** Where the lease is; null = it is not known, or off the plot. */
  leaseAt: number | null;
  /** Holds that took longer than the lease, to the precision of a bar; null = no lease is known. */
  past: number | null;
  fromMs: number;
  toMs: number;
};

/** Bars on a log axis of time that has the lease on it too; heights by the square root, so that a few stay visible next to many. */
export function holdPlotOf({ fromMs, factor, counts }: TimeBars, leaseMs: number | null): HoldPlot {
  const endMs = fromMs * factor ** counts.length;
  const low = Math.min(fromMs, leaseMs ?? fromMs) / factor;
  const high = Math.max(endMs, leaseMs ?? endMs) * factor;
  const at = (ms: number) => Math.log(ms / low) / Math.log(high / low);
  const most = Math.max(1, ...counts);
  const isPast = (i: number) => leaseMs !== null && fromMs * factor ** (i + 0.5) > leaseMs;
  return {
    bars: counts.flatMap((count, i) => {
      if (count === 0) return [];
      const x = at(fromMs * factor ** i);
      const width = at(fromMs * factor ** (i + 1)) - x;
      return [{ x, width, height: Math.sqrt(count / most), past: isPast(i) }];
    }),
    leaseAt: leaseMs === null ? null : at(leaseMs),
    past: leaseMs === null ? null : counts.reduce((sum, count, i) => sum + (isPast(i) ? count : 0), 0),
    fromMs: low,
    toMs: high,
  };
}
