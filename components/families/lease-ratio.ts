import type { FamilyReportRow } from '@/lib/contract/history/family-report';

/**
 * p95 of the holds as a multiple of the lease. `atLeast` = leases differ, and it is of the longest. `never` = they are held
 * without a TTL.
 */
type LeaseRatio =
  | { is: 'ratio'; ratio: number; atLeast: boolean }
  | { is: 'never' }
  | { is: 'unknown'; why: 'unwatched' | 'pending' | 'none-ended' | 'no-lease' };

export function leaseRatioOf({
  gap,
  hold,
  lease,
}: Pick<FamilyReportRow, 'gap' | 'hold' | 'lease'>): LeaseRatio {
  if (gap === 'unwatched' || gap === 'pending') return { is: 'unknown', why: gap };
  if (lease === null) return { is: 'unknown', why: 'no-lease' };
  if (lease.maxMs === null) return { is: 'never' };
  if (hold === null) return { is: 'unknown', why: 'none-ended' };
  return { is: 'ratio', ratio: hold.p95 / lease.maxMs, atLeast: lease.minMs !== lease.maxMs };
}

/** "0.75", "< 0.01", "4.8", "380". */
export function ratioText(ratio: number): string {
  if (ratio > 0 && ratio < 0.01) return '< 0.01';
  return ratio < 2 ? ratio.toFixed(2) : ratio < 10 ? ratio.toFixed(1) : String(Math.round(ratio));
}

/** Of a ratio that is a lower bound: never less than one digit of it. */
export function leastText(ratio: number): string {
  return `≥ ${ratio > 0 && ratio < 0.01 ? Number(ratio.toPrecision(1)) : ratioText(ratio)}`;
}

/** Of how often a second: "0.003", "0.42", "1.1", "212"; `whole` formats numbers from ten on. */
export function rateText(perSecond: number, whole: (count: number) => string): string {
  if (perSecond >= 10) return whole(perSecond);
  if (perSecond >= 1) return perSecond.toFixed(1);
  if (perSecond > 0 && perSecond < 0.001) return '< 0.001';
  return String(Number(perSecond.toFixed(perSecond < 0.01 ? 3 : 2)));
}
