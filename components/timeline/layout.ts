import type { Bar, Lane } from './lanes';
import type { View } from './view';

export const LANE_HEIGHT = 24;
const BAR_HEIGHT = 16;
/** For what happened to all lanes: words at the top, times at the bottom. */
export const HEAD = 30;
export const AXIS = 26;
export const WAITING = 64;
export const RIGHT = 14;
/** A bar is never thinner than can be seen. */
export const THINNEST = 2;
/** How near a pointer has to come. */
const REACH = 4;

/** Where things lie in the picture, in CSS pixels. */
export type Layout = {
  width: number;
  /** Width of the names at the left. */
  left: number;
  lanesHeight: number;
  /** Of all lanes, where not all are in sight. */
  contentHeight: number;
  waitingHeight: number;
  height: number;
};

/** `mostLanes` = more than so many scroll. */
export function layoutOf(
  width: number,
  lanes: readonly Lane[],
  { mostLanes, hasWaiting }: { mostLanes: number; hasWaiting: boolean },
): Layout {
  const contentHeight = Math.max(1, lanes.length) * LANE_HEIGHT + 4;
  const lanesHeight = Math.min(contentHeight, mostLanes * LANE_HEIGHT + 4 + LANE_HEIGHT / 2);
  const waitingHeight = hasWaiting ? WAITING : 0;
  return {
    width,
    left: width < 480 ? 84 : width < 760 ? 120 : 152,
    lanesHeight,
    contentHeight,
    waitingHeight,
    height: HEAD + lanesHeight + waitingHeight + AXIS,
  };
}

/** Pixels from the left of a moment. */
export function laneXOf(atMs: number, view: View, { left, width }: Layout): number {
  return left + ((atMs - view.fromMs) / (view.toMs - view.fromMs)) * (width - left - RIGHT);
}

/** The moment at so many pixels from the left. */
export function timeAt(x: number, view: View, { left, width }: Layout): number {
  return view.fromMs + ((x - left) / Math.max(1, width - left - RIGHT)) * (view.toMs - view.fromMs);
}

/** Top and height of a bar within its lane. */
export function barBox(bar: Bar, lane: Lane): { top: number; height: number } {
  const height = lane.rows === 1 ? BAR_HEIGHT : Math.floor((LANE_HEIGHT - 4) / lane.rows) - 1;
  const top = (LANE_HEIGHT - lane.rows * (height + 1)) / 2 + bar.row * (height + 1);
  return { top: Math.round(top), height };
}

export type Hit = { lane: number; bar: Bar };

/** The bar under a point of the picture, or so near that it was meant; null = none is. */
export function hitAt(
  x: number,
  y: number,
  lanes: readonly Lane[],
  { view, layout, scrollTop }: { view: View; layout: Layout; scrollTop: number },
): Hit | null {
  const inLanes = y - HEAD;
  if (inLanes < 0 || inLanes > layout.lanesHeight || x < layout.left) return null;
  const index = Math.floor((inLanes + scrollTop) / LANE_HEIGHT);
  const lane = lanes[index];
  if (!lane) return null;
  const within = inLanes + scrollTop - index * LANE_HEIGHT;
  let best: Bar | null = null;
  let bestAway = REACH;
  for (const bar of lane.bars) {
    const [from, to] = [laneXOf(bar.fromMs, view, layout), laneXOf(bar.toMs, view, layout)];
    if (from > x + REACH) break;
    const { top, height } = barBox(bar, lane);
    const awayY = lane.rows === 1 ? 0 : Math.max(0, top - within, within - top - height);
    const away = Math.max(0, from - x, x - Math.max(to, from + THINNEST)) + awayY;
    if (away < bestAway) [best, bestAway] = [bar, away];
  }
  return best && { lane: index, bar: best };
}

/** The bar of a lane nearest to a moment; null = the lane has none. */
export function nearestBar(lane: Lane | undefined, atMs: number): Bar | null {
  const awayOf = (bar: Bar) => Math.max(0, bar.fromMs - atMs, atMs - bar.toMs);
  return (lane?.bars ?? []).reduce<Bar | null>(
    (best, bar) => (best === null || awayOf(bar) < awayOf(best) ? bar : best),
    null,
  );
}
