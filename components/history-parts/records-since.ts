import type { HistoryStatus } from '@/lib/contract/history/history';

/**
 * Moment that figures reach back to, epoch ms, as far as buckets tell: a coarse one begins before what it holds, so that
 * it counts only where it ends before the finer ones begin. Null = nothing is kept yet.
 */
export function recordsSince(tiers: HistoryStatus['reaches']['tiers']): number | null {
  let sinceMs: number | null = null;
  for (const { tierMs, fromMs } of [...tiers].sort((a, b) => a.tierMs - b.tierMs)) {
    if (fromMs !== null && (sinceMs === null || fromMs + tierMs <= sinceMs)) sinceMs = fromMs;
  }
  return sinceMs;
}
