import type { ChartModel } from './chart-model';
import { type Geometry, xOf } from './geometry';
import { Swatch } from './swatch';
import type { Readout } from './use-readout';

const AWAY_PX = 10;
const LEAST_PX = 150;

type Props = { model: ChartModel; geometry: Geometry; atMs: number; readout: Readout };

/** The figures of the moment that is pointed at, beside its line, on the side with more room. */
export function ReadoutBox({ model, geometry, atMs, readout }: Props) {
  const { left, right, top, width } = geometry;
  const x = xOf(atMs, model, geometry);
  const isLeft = x > (left + right) / 2;
  const room = Math.max(LEAST_PX, (isLeft ? x : width - x) - AWAY_PX - 4);
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute z-10 w-max rounded-sm border border-line bg-raised px-2 py-1.5 text-sm shadow-float will-change-transform"
      style={{
        top,
        maxWidth: Math.min(room, 280),
        ...(isLeft ? { right: width - x + AWAY_PX } : { left: x + AWAY_PX }),
      }}
    >
      <p className="num mb-0.5 font-semibold text-xs">{readout.time}</p>
      {readout.rows.map(({ series, text }) => (
        <p key={series.id} className="flex items-center gap-2">
          <Swatch series={series} square={model.stacked} />
          <span className="min-w-0 flex-1 truncate text-2">{series.label}</span>
          <span className="num font-medium">{text}</span>
        </p>
      ))}
    </div>
  );
}
