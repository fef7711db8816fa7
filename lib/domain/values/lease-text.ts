const UNIT_MS: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** The longest lease the server accepts. */
const MOST_MS = 24 * 3_600_000;

/** Leases offered beside the field. */
export const USUAL_LEASES = ['30s', '1m', '5m', '20m', '1h'] as const;

/** Milliseconds of `500ms`, `30s`, `1.5m`, `2h`; null when it is no lease that may be given. */
export function parseLease(text: string): number | null {
  const [, amount, unit = ''] = /^\s*(\d{1,9}(?:\.\d{1,3})?)\s*(ms|s|m|h)\s*$/i.exec(text) ?? [];
  if (amount === undefined) return null;
  const ms = Math.round(Number(amount) * (UNIT_MS[unit.toLowerCase()] ?? 0));
  return ms >= 1 && ms <= MOST_MS ? ms : null;
}

/** A lease as it may be typed: the largest unit that needs no fraction. */
export function leaseText(ms: number): string {
  const unit = ['h', 'm', 's'].find((name) => ms % (UNIT_MS[name] ?? 1) === 0) ?? 'ms';
  return `${ms / (UNIT_MS[unit] ?? 1)}${unit}`;
}

/** A first offer: the lease that the holder itself asked for, in whole seconds. */
export function offeredLease(leaseMs: number | null): string {
  if (leaseMs === null) return '1m';
  return leaseText(Math.min(MOST_MS, Math.max(1_000, Math.round(leaseMs / 1_000) * 1_000)));
}
