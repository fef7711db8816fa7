import type { Axis, ChartModel } from './chart-model';

/** Room around the plot, px: figures at the left, marks above, times below, names of the series at the right. */
const LEFT = 52;
const TOP = 18;
const BOTTOM = 22;
const RIGHT = 12;
const LABELS = 104;
/** The same where they stand beside the plot at any width. */
const BESIDE = { narrow: 100, wide: 128 };
/** From this width on series are named beside their ends. */
const LABELS_FROM = 480;
/** Share of the height that the upper of two bands has, and what is left free between them, px. */
const UPPER_SHARE = 0.36;
const BETWEEN = 14;

export type Band = { id: 'lower' | 'upper'; top: number; bottom: number; axis: Axis };

/** Where everything of a chart lies, px from its top left corner. */
export type Geometry = {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
  lower: Band;
  upper: Band | null;
  /** Whether there is room for names at the right. */
  labelled: boolean;
};

export function geometryOf(
  { axis, upperAxis, series, named: place }: Pick<ChartModel, 'axis' | 'upperAxis' | 'series' | 'named'>,
  { width, height }: { width: number; height: number },
): Geometry {
  const named = series.filter(({ faint }) => !faint).length;
  const isWide = width >= LABELS_FROM;
  const labelled = place === 'beside' || (isWide && named <= 5 && place !== 'below');
  const room = place === 'beside' ? BESIDE[isWide ? 'wide' : 'narrow'] : labelled ? LABELS : RIGHT;
  const bottom = height - BOTTOM;
  const middle = TOP + (bottom - TOP - BETWEEN) * UPPER_SHARE;
  return {
    width,
    height,
    left: LEFT,
    right: Math.max(LEFT + 20, width - room),
    top: TOP,
    bottom,
    lower: { id: 'lower', top: upperAxis ? middle + BETWEEN : TOP, bottom, axis },
    upper: upperAxis ? { id: 'upper', top: TOP, bottom: middle, axis: upperAxis } : null,
    labelled,
  };
}

/** Height of a value in a band; what lies beyond its axis is at its end. */
export function yOf(value: number, { top, bottom, axis }: Omit<Band, 'id'>): number {
  const at = axis.scale === 'log' ? Math.log(Math.max(value, axis.low)) : value;
  const low = axis.scale === 'log' ? Math.log(axis.low) : axis.low;
  const high = axis.scale === 'log' ? Math.log(axis.high) : axis.high;
  return bottom - Math.min(1, Math.max(0, (at - low) / (high - low))) * (bottom - top);
}

/** What the whole height of the plot stands for, so that the band's axis comes to lie in the band. */
export function domainOf({ top, bottom, axis }: Band, geometry: Geometry): [number, number] {
  if (axis.scale === 'log') return [axis.low, axis.high];
  const perPx = (axis.high - axis.low) / (bottom - top);
  return [axis.low - (geometry.bottom - bottom) * perPx, axis.high + (top - geometry.top) * perPx];
}

export function xOf(
  atMs: number,
  range: { fromMs: number; toMs: number },
  { left, right }: Geometry,
): number {
  return left + ((atMs - range.fromMs) / (range.toMs - range.fromMs)) * (right - left);
}

/** The other way round; within the range. */
export function momentAtX(
  x: number,
  range: { fromMs: number; toMs: number },
  { left, right }: Geometry,
): number {
  const share = Math.min(1, Math.max(0, (x - left) / (right - left)));
  return range.fromMs + share * (range.toMs - range.fromMs);
}

/** Heights of labels moved apart so that none covers another; in their order. `apart` px. */
export function movedApart(heights: readonly number[], apart: number, low: number, high: number): number[] {
  const order = heights.map((y, i) => ({ y, i })).sort((a, b) => a.y - b.y);
  let least = low;
  for (const one of order) {
    one.y = Math.max(one.y, least);
    least = one.y + apart;
  }
  let most = high;
  for (const one of order.toReversed()) {
    one.y = Math.min(one.y, most);
    most = one.y - apart;
  }
  const moved = [...heights];
  for (const { y, i } of order) moved[i] = y;
  return moved;
}
