import { type ChartModel, openBucketOf } from './chart-model';
import { type Geometry, xOf, yOf } from './geometry';
import { fillOf } from './patterns';

const DASH = '2 3';

type Props = { model: ChartModel; geometry: Geometry; fills: string };

/** The bucket that still runs: paler and dashed, joined to the one before; its figures still change. */
export function OpenBucket({ model, geometry, fills }: Props) {
  const open = openBucketOf(model);
  if (!open) return null;
  const { buckets, series, shape, stacked } = model;
  const { bucket, drawn } = open;
  const before = buckets[buckets.indexOf(bucket) - 1];
  const middle = (one: { startMs: number; endMs: number }) =>
    xOf((one.startMs + one.endMs) / 2, model, geometry);
  const [left, right] = [xOf(bucket.startMs, model, geometry), xOf(bucket.endMs, model, geometry)];
  return (
    <g data-open>
      {series.map((one, k) => {
        const place = drawn[k];
        if (!place) return null;
        const band = (one.upper && geometry.upper) || geometry.lower;
        const [top, bottom] = [yOf(place.top, band), yOf(place.low, band)];
        const joined = place.before === null || stacked ? null : yOf(place.before, band);
        const path =
          shape === 'step'
            ? `M${left} ${joined ?? top}V${top}H${right}`
            : joined === null || !before
              ? `M${left} ${top}H${right}`
              : `M${middle(before)} ${joined}L${middle(bucket)} ${top}`;
        return (
          <g key={one.id}>
            {one.fill ? (
              <rect
                x={left}
                y={top}
                width={Math.max(0, right - left)}
                height={Math.max(0, bottom - top)}
                fill={fillOf(one, fills, k)}
                fillOpacity={one.fill / 2}
              />
            ) : null}
            <path
              d={path}
              fill="none"
              stroke={`var(${one.colour})`}
              strokeWidth={one.faint || stacked ? 1 : 1.5}
              strokeDasharray={DASH}
            />
          </g>
        );
      })}
    </g>
  );
}
