import type { ChartModel } from './chart-model';
import { useCrosshair } from './crosshair';
import { type Geometry, xOf } from './geometry';

type Props = { model: ChartModel; geometry: Geometry };

/** The shared moment as a line, and what is being marked. Both have layers of their own: what lies below is not painted again. */
export function PlotCursor({ model, geometry }: Props) {
  const { atMs, brush } = useCrosshair();
  const { left, right, top, bottom } = geometry;
  if (atMs === null || atMs < model.fromMs || atMs > model.toMs) return null;
  const within = (x: number) => Math.min(right, Math.max(left, x));
  const [from, to] = brush
    ? [brush.fromMs, brush.toMs].sort((a, b) => a - b).map((edge) => within(xOf(edge, model, geometry)))
    : [];
  const height = bottom - top;
  return (
    <>
      {from === undefined || to === undefined ? null : (
        <div
          aria-hidden
          data-brush
          className="pointer-events-none absolute border-info-mark border-x bg-info-mark/15 will-change-transform"
          style={{ left: from, top, width: Math.max(1, to - from), height }}
        />
      )}
      <div
        aria-hidden
        data-cursor
        className="pointer-events-none absolute left-0 w-px bg-info-mark will-change-transform"
        style={{ top, height, transform: `translateX(${xOf(atMs, model, geometry)}px)` }}
      />
    </>
  );
}
