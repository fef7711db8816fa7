import type { Axis } from './chart-model';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Levels of a logarithmic axis of times that read well, ms. */
const LOG_TICKS = [
  1,
  10,
  100,
  SECOND,
  10 * SECOND,
  MINUTE,
  10 * MINUTE,
  HOUR,
  10 * HOUR,
  4 * DAY,
  40 * DAY,
  400 * DAY,
];
/** An axis from zero to at least `highest`, with two or three ticks at round values. `whole`: of things that are counted. */
export function linearAxis(highest: number, whole = true): Axis {
  const step = roundUp((highest > 0 && !whole ? highest : Math.max(highest, 1)) / 2, whole);
  const count = Math.max(1, Math.ceil(highest / step - 1e-9));
  return {
    scale: 'linear',
    low: 0,
    high: count * step,
    ticks: Array.from({ length: count + 1 }, (_, i) => i * step),
  };
}

/** An axis around the values that need not begin at zero, with a tick at each end. */
export function closeAxis(low: number, high: number): Axis {
  const step = roundUp(Math.max(high - low, 1) / 2, true);
  const from = Math.max(0, Math.floor(low / step) * step);
  const to = Math.max(from + step, Math.ceil(high / step) * step);
  return { scale: 'linear', low: from, high: to, ticks: [from, to] };
}

/** A logarithmic axis of times, ms, that all of them lie in; two steps of it at least. */
export function logAxis(times: readonly (number | null)[]): Axis {
  const known = times.filter((time) => time !== null).map((time) => Math.max(1, time));
  const low = known.length > 0 ? Math.min(...known) : SECOND;
  const high = known.length > 0 ? Math.max(...known) : 10 * SECOND;
  let first = Math.max(
    0,
    LOG_TICKS.findLastIndex((tick) => tick <= low),
  );
  let last = LOG_TICKS.findIndex((tick) => tick >= high);
  if (last === -1) last = LOG_TICKS.length - 1;
  if (last - first < 2) last = Math.min(LOG_TICKS.length - 1, first + 2);
  if (last - first < 2) first = Math.max(0, last - 2);
  const ticks = LOG_TICKS.slice(first, last + 1);
  return { scale: 'log', low: ticks[0] ?? 1, high: ticks.at(-1) ?? 10, ticks };
}

/** One digit times a power of ten, at least `value`. */
function roundUp(value: number, whole: boolean): number {
  const least = whole ? Math.max(1, value) : value;
  const power = 10 ** Math.floor(Math.log10(least));
  return (
    [1, 2, 3, 4, 5, 6, 8, 10].map((factor) => factor * power).find((step) => step >= least - 1e-12) ??
    power * 10
  );
}
