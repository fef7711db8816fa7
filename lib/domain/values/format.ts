/** Separates groups of digits: narrow, and non-breaking. */
const THIN = '\u202f';
/** Separates a figure and its unit. */
const NB = '\u00a0';

export type Units = Record<'ms' | 's' | 'm' | 'h' | 'd', string>;
const UNITS: Units = { ms: 'ms', s: 's', m: 'm', h: 'h', d: 'd' };

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A running duration: "8.1 s", "6 m 36 s", "3 h 10 m", "3 d 04 h". Cut, not rounded; below zero is zero. */
export function formatDuration(ms: number, units: Units = UNITS): string {
  const left = Math.max(0, ms);
  if (left < MINUTE) return withUnit((Math.floor(left / 100) / 10).toFixed(1), units.s);
  if (left < HOUR) return pair(left, MINUTE, units.m, 1_000, units.s);
  if (left < DAY) return pair(left, HOUR, units.h, MINUTE, units.m);
  return pair(left, DAY, units.d, HOUR, units.h);
}

/** An age beside a figure, in one unit: "0.4 s", "41 s", "11 m", "3 h", "3 d". */
export function formatAge(ms: number, units: Units = UNITS): string {
  const age = Math.max(0, ms);
  if (age < 10_000) return withUnit((Math.floor(age / 100) / 10).toFixed(1), units.s);
  if (age < MINUTE) return withUnit(Math.floor(age / 1_000), units.s);
  if (age < HOUR) return withUnit(Math.floor(age / MINUTE), units.m);
  if (age < DAY) return withUnit(Math.floor(age / HOUR), units.h);
  return withUnit(Math.floor(age / DAY), units.d);
}

/** A fixed span: "500 ms", "30 s", "1 m 30 s", "20 m", "2 h". Rounded to the shown precision. */
export function formatSpan(ms: number, units: Units = UNITS): string {
  const span = Math.max(0, Math.round(ms));
  if (span < 1_000) return withUnit(span, units.ms);
  if (span < MINUTE) return withUnit(Number((span / 1_000).toFixed(1)), units.s);
  if (Math.round(span / 1_000) * 1_000 < HOUR) return trimmed(span, MINUTE, units.m, 1_000, units.s);
  if (Math.round(span / MINUTE) * MINUTE < DAY) return trimmed(span, HOUR, units.h, MINUTE, units.m);
  return trimmed(span, DAY, units.d, HOUR, units.h);
}

/** The latency of our own calls: "0.3 ms", "41 ms", "1.8 s". */
export function formatLatency(ms: number, units: Units = UNITS): string {
  if (ms < 10) return withUnit(ms.toFixed(1), units.ms);
  return ms < 1_000 ? withUnit(Math.round(ms), units.ms) : withUnit((ms / 1_000).toFixed(1), units.s);
}

/** A whole number in groups of three: "3 118". */
export function formatCount(count: number): string {
  const digits = String(Math.round(Math.abs(count)));
  const grouped = digits.replace(/\B(?=(\d{3})+$)/g, THIN);
  return count < 0 && digits !== '0' ? `\u2212${grouped}` : grouped;
}

/** A sum of seconds: "4 930 s"; below ten with one decimal. */
export function formatSeconds(seconds: number, units: Units = UNITS): string {
  return withUnit(seconds > 0 && seconds < 10 ? seconds.toFixed(1) : formatCount(seconds), units.s);
}

/** "512 B", "12.6 kB", "1.0 MB", in thousands. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return withUnit(Math.round(bytes), 'B');
  if (bytes < 1_000_000) return withUnit((bytes / 1_000).toFixed(1), 'kB');
  if (bytes < 1_000_000_000) return withUnit((bytes / 1_000_000).toFixed(1), 'MB');
  return withUnit((bytes / 1_000_000_000).toFixed(1), 'GB');
}

/** A share as a percentage, never rounded up to 100 or down to 0: "34 %", "> 99 %", "< 1 %". */
export function formatShare(share: number): string {
  const percent = Math.min(1, Math.max(0, share)) * 100;
  if (percent > 0 && percent < 1) return withUnit('< 1', '%');
  if (percent > 99 && percent < 100) return withUnit('> 99', '%');
  return withUnit(Math.round(percent), '%');
}

/** Time of day: "14:02:10"; without seconds on request. `timeZone` an IANA name. */
export function formatClock(atMs: number, timeZone: string, seconds = true): string {
  const { hour, minute, second } = partsOf(atMs, timeZone);
  return seconds ? `${hour}:${minute}:${second}` : `${hour}:${minute}`;
}

/** A moment in full, its zone included: "2026-10-14 14:02:10 UTC+02:00". */
export function formatMoment(atMs: number, timeZone: string): string {
  const { year, month, day } = partsOf(atMs, timeZone);
  return `${year}-${month}-${day} ${formatClock(atMs, timeZone)} ${formatOffset(atMs, timeZone)}`;
}

/** Offset of a zone at a moment: "UTC+02:00", "UTC". */
export function formatOffset(atMs: number, timeZone: string): string {
  const name = format(timeZone, { timeZoneName: 'longOffset' }, atMs).timeZoneName ?? 'GMT';
  return name.replace('GMT', 'UTC').replace('+00:00', '');
}

function partsOf(atMs: number, timeZone: string): Record<string, string> {
  return format(
    timeZone,
    {
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    },
    atMs,
  );
}

const formats = new Map<string, Intl.DateTimeFormat>();

function format(timeZone: string, options: Intl.DateTimeFormatOptions, atMs: number): Record<string, string> {
  const name = `${timeZone} ${options.timeZoneName ?? ''}`;
  const known = formats.get(name) ?? new Intl.DateTimeFormat('en-GB', { timeZone, ...options });
  formats.set(name, known);
  return Object.fromEntries(known.formatToParts(atMs).map(({ type, value }) => [type, value]));
}

function pair(ms: number, bigMs: number, big: string, smallMs: number, small: string): string {
  const rest = String(Math.floor((ms % bigMs) / smallMs)).padStart(2, '0');
  return `${withUnit(Math.floor(ms / bigMs), big)}${NB}${withUnit(rest, small)}`;
}

function trimmed(ms: number, bigMs: number, big: string, smallMs: number, small: string): string {
  const rounded = Math.round(ms / smallMs) * smallMs;
  const rest = Math.round((rounded % bigMs) / smallMs);
  const whole = withUnit(Math.floor(rounded / bigMs), big);
  return rest === 0 ? whole : `${whole}${NB}${withUnit(rest, small)}`;
}

function withUnit(figure: string | number, unit: string): string {
  return `${figure}${NB}${unit}`;
}
