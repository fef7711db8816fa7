import type { TimeRange } from '@/lib/api/history-queries';

/** The stretch of time that is in sight. */
export type View = TimeRange;

/** Shortest and longest stretch that can be shown. */
export const SPAN_MS = { min: 1_000, max: 92 * 86_400_000 };
/** How much of the picture may lie after now, as a share. */
const AHEAD = 0.04;

/** `view` as it can be shown: neither too short nor too long, and not in the future. */
export function clampView({ fromMs, toMs }: View, nowMs: number): View {
  const spanMs = Math.min(SPAN_MS.max, Math.max(SPAN_MS.min, toMs - fromMs));
  const middle = (fromMs + toMs) / 2;
  const latest = nowMs + spanMs * AHEAD;
  const end = Math.min(middle + spanMs / 2, latest);
  return { fromMs: end - spanMs, toMs: end };
}

/** Moved by a share of itself: 0.25 is a quarter later. */
export function panView(view: View, share: number, nowMs: number): View {
  const byMs = (view.toMs - view.fromMs) * share;
  return clampView({ fromMs: view.fromMs + byMs, toMs: view.toMs + byMs }, nowMs);
}

/** A longer (`by` > 1) or shorter stretch, with the moment `atMs` where it is. */
export function zoomView(view: View, by: number, atMs: number, nowMs: number): View {
  const spanMs = view.toMs - view.fromMs;
  const next = Math.min(SPAN_MS.max, Math.max(SPAN_MS.min, spanMs * by));
  const share = (atMs - view.fromMs) / spanMs;
  const fromMs = atMs - next * share;
  return clampView({ fromMs, toMs: fromMs + next }, nowMs);
}

/** The last so many ms, with a little room for what goes on. */
export function lastView(lastMs: number, nowMs: number): View {
  return { fromMs: nowMs - lastMs, toMs: nowMs + lastMs * 0.01 };
}

/** `view` moved so far that a stretch (or as much of it as fits) is in sight; as it is where it already is. */
export function revealView(view: View, fromMs: number, toMs: number, nowMs: number): View {
  if (toMs > view.fromMs && fromMs < view.toMs) return view;
  const byMs = (fromMs + toMs) / 2 - (view.fromMs + view.toMs) / 2;
  return clampView({ fromMs: view.fromMs + byMs, toMs: view.toMs + byMs }, nowMs);
}

/**
 * What is fetched for a view: half of it more on either side, on a grid of quarters of a power of two, so that small moves
 * ask for nothing new.
 */
export function fetchRange({ fromMs, toMs }: View): View {
  const spanMs = toMs - fromMs;
  const gridMs = Math.max(250, 2 ** Math.floor(Math.log2(spanMs)) / 4);
  return {
    fromMs: Math.floor((fromMs - spanMs / 2) / gridMs) * gridMs,
    toMs: Math.ceil((toMs + spanMs / 2) / gridMs) * gridMs,
  };
}
