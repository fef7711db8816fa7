import type { TimeRange } from '@/lib/api/history-queries';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Lengths that are offered, ms. */
export const LASTS = {
  '15m': 15 * MINUTE_MS,
  '1h': HOUR_MS,
  '6h': 6 * HOUR_MS,
  '24h': DAY_MS,
  '7d': 7 * DAY_MS,
  '30d': 30 * DAY_MS,
} as const;
export type Last = keyof typeof LASTS;
export const LAST_NAMES = Object.keys(LASTS) as Last[];

/** A range as the URL has it: up to now and moving with it, or from one moment to another and still. */
export type RangeChoice = { last: Last } | TimeRange;

/** A chart of less would be one bucket; of more, nothing is kept. */
const CHART_SPAN_MS = { min: 10_000, max: 5 * 366 * DAY_MS };
const SOONEST_REFRESH_MS = 5_000;
const LATEST_REFRESH_MS = 60_000;

export function isMoving(choice: RangeChoice): choice is { last: Last } {
  return 'last' in choice;
}

/** How long a moving range stands still, ms: half a point of its charts, at least five seconds, at most a minute. */
export function refreshMs(choice: RangeChoice): number {
  if (!isMoving(choice)) return LATEST_REFRESH_MS;
  return Math.min(LATEST_REFRESH_MS, Math.max(SOONEST_REFRESH_MS, LASTS[choice.last] / 360));
}

/**
 * The range in epoch ms. That of a moving one changes every `refreshMs` and no more often; it ends with the step that runs, so
 * that the bucket that runs is always in it.
 */
export function rangeAt(choice: RangeChoice, nowMs: number): TimeRange {
  if (!isMoving(choice)) return choice;
  const stepMs = refreshMs(choice);
  const toMs = (Math.floor(nowMs / stepMs) + 1) * stepMs;
  return { fromMs: toMs - LASTS[choice.last], toMs };
}

/** What keeps a range from being one, by default of charts; null = nothing does. */
export function rangeProblem(
  fromMs: number | null,
  toMs: number | null,
  nowMs: number,
  { min, max } = CHART_SPAN_MS,
): 'missing' | 'order' | 'short' | 'long' | 'future' | null {
  if (fromMs === null || toMs === null) return 'missing';
  if (toMs <= fromMs) return 'order';
  if (toMs - fromMs < min) return 'short';
  if (toMs - fromMs > max) return 'long';
  return nowMs > 0 && fromMs >= nowMs ? 'future' : null;
}

/** The choice that a URL names; what makes no sense is the last hour. */
export function choiceOf(last: Last | null, fromMs: number | null, toMs: number | null): RangeChoice {
  if (fromMs !== null && toMs !== null && rangeProblem(fromMs, toMs, 0) === null) return { fromMs, toMs };
  return { last: last ?? '1h' };
}

/** Half its length earlier (-1) or later (1); never past now. */
export function shifted({ fromMs, toMs }: TimeRange, by: -1 | 1, nowMs: number): TimeRange {
  const lengthMs = toMs - fromMs;
  const end = Math.min(toMs + (by * lengthMs) / 2, Math.max(nowMs, toMs));
  return whole({ fromMs: end - lengthMs, toMs: end });
}

/** Twice as long around the same middle; never past now. */
export function widened({ fromMs, toMs }: TimeRange, nowMs: number): TimeRange {
  const lengthMs = Math.min(CHART_SPAN_MS.max, 2 * (toMs - fromMs));
  const end = Math.min((fromMs + toMs) / 2 + lengthMs / 2, Math.max(nowMs, toMs));
  return whole({ fromMs: end - lengthMs, toMs: end });
}

/** What was drawn over, in either direction, within the range and no shorter than a chart can show. */
export function brushed(aMs: number, bMs: number, within: TimeRange): TimeRange {
  const from = Math.max(within.fromMs, Math.min(aMs, bMs));
  const to = Math.min(within.toMs, Math.max(aMs, bMs));
  if (to - from >= CHART_SPAN_MS.min) return whole({ fromMs: from, toMs: to });
  const middle = (from + to) / 2;
  return whole({ fromMs: middle - CHART_SPAN_MS.min / 2, toMs: middle + CHART_SPAN_MS.min / 2 });
}

function whole({ fromMs, toMs }: TimeRange): TimeRange {
  return { fromMs: Math.round(fromMs), toMs: Math.round(toMs) };
}
