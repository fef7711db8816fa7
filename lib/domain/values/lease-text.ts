const UNIT_MS: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** Milliseconds, at least 1, of `500ms`, `30s`, `1.5m`, `2h`; null when the text is not a duration. */
export function parseLease(text: string): number | null {
  const [, amount, unit = ''] = /^\s*(\d{1,9}(?:\.\d{1,3})?)\s*(ms|s|m|h)\s*$/i.exec(text) ?? [];
  if (amount === undefined) return null;
  const ms = Math.round(Number(amount) * (UNIT_MS[unit.toLowerCase()] ?? 0));
  return ms >= 1 ? ms : null;
}

/** A lease as a user types it: in the largest unit that needs no fraction. */
export function leaseText(ms: number): string {
  const unit = ['h', 'm', 's'].find((name) => ms % (UNIT_MS[name] ?? 1) === 0) ?? 'ms';
  return `${ms / (UNIT_MS[unit] ?? 1)}${unit}`;
}
