import { wallClockOf } from '@/components/i18n/wall-clock';

const [SECOND, MINUTE, HOUR, DAY] = [1_000, 60_000, 3_600_000, 86_400_000];

/** Steps between the marks of a time axis. */
const STEPS_MS = [
  ...[1, 2, 5, 10, 15, 30].map((n) => n * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((n) => n * MINUTE),
  ...[1, 2, 3, 6, 12].map((n) => n * HOUR),
  ...[1, 2, 7, 14].map((n) => n * DAY),
];

export type Tick = {
  atMs: number;
  /** Which words it has: a time with or without seconds, or a day. */
  form: 'seconds' | 'minutes' | 'day';
};

/** At most `most` marks between two moments, on round times of a zone; midnights are days. `timeZone` an IANA name. */
export function ticksOf(fromMs: number, toMs: number, most: number, timeZone: string): Tick[] {
  const spanMs = Math.max(1, toMs - fromMs);
  const stepMs = STEPS_MS.find((step) => spanMs / step <= most) ?? Math.ceil(spanMs / most / DAY) * DAY;
  const form = stepMs < MINUTE ? 'seconds' : stepMs < DAY ? 'minutes' : 'day';
  // Under an hour every zone in use agrees with UTC to the quarter; its offset may change within the range.
  const offset = (atMs: number) => (stepMs < 15 * MINUTE ? 0 : offsetOf(atMs, timeZone));
  const ticks: Tick[] = [];
  let local = Math.ceil((fromMs + offset(fromMs)) / stepMs) * stepMs;
  for (; ; local += stepMs) {
    const atMs = local - offset(local - offset(local));
    if (atMs > toMs) return ticks;
    const isMidnight = form === 'minutes' && (atMs + offsetOf(atMs, timeZone)) % DAY === 0;
    if (atMs >= fromMs) ticks.push({ atMs, form: isMidnight ? 'day' : form });
  }
}

/** Offsets of a zone by quarter of an hour, at which they change if at all: to ask for one takes long, and each frame does. */
const offsets = new Map<string, number>();
const MOST_OFFSETS = 2_000;

function offsetOf(atMs: number, timeZone: string): number {
  const quarterMs = Math.floor(atMs / (15 * MINUTE)) * 15 * MINUTE;
  const name = `${timeZone} ${quarterMs}`;
  const known = offsets.get(name);
  if (known !== undefined) return known;
  const offset = Date.parse(`${wallClockOf(quarterMs, timeZone)}Z`) - quarterMs;
  if (offsets.size > MOST_OFFSETS) offsets.clear();
  offsets.set(name, offset);
  return offset;
}
