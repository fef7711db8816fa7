import { QUARANTINE_MS } from '@/lib/contract/limits';
import { leaseText, parseLease } from '@/lib/domain/values/lease-text';

/** The longest lease that is given in a browser. */
const MOST_MS = 24 * 3_600_000;

/** Leases offered beside the field. */
export const USUAL_LEASES = ['30s', '1m', '5m', '20m', '1h'] as const;

/** Milliseconds of a lease that is typed; null when it is none that may be given. */
export function typedLease(text: string): number | null {
  const ms = parseLease(text);
  return ms !== null && ms <= MOST_MS ? ms : null;
}

/** Times offered under the field of a quarantine, */
export const USUAL_QUARANTINES = ['10s', '30s', '1m', '5m'] as const;
/** and the first offer. */
export const USUAL_QUARANTINE = leaseText(QUARANTINE_MS.usual);

/** Milliseconds of a quarantine that is typed; null when it is none that may be asked for. */
export function typedQuarantine(text: string): number | null {
  const ms = parseLease(text);
  return ms !== null && ms >= QUARANTINE_MS.least && ms <= QUARANTINE_MS.most ? ms : null;
}

/** A first offer: the lease that the holder itself asked for, in whole seconds. */
export function offeredLease(leaseMs: number | null): string {
  if (leaseMs === null) return '1m';
  return leaseText(Math.min(MOST_MS, Math.max(1_000, Math.round(leaseMs / 1_000) * 1_000)));
}
