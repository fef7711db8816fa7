import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import type { Size } from '@/components/ui/use-size';
import type { Overview } from '@/lib/contract/overview';
import {
  areaPath,
  areaScale,
  gapsOf,
  linePath,
  lineScale,
  type Point,
  runsOf,
  type Scale,
  scaledYOf,
  stepPath,
} from '../charts/series-scale';

const LEFT = 44;
const TOP = 20;
const AXIS = 24;
const BETWEEN = 20;
const HELD_SHARE = 0.36;

/** Two bands over one axis of time: held as a line around its range, waiting as steps from zero. */
export function ChartBands({ overview, size }: { overview: Overview; size: Size }) {
  const t = useT('overview');
  const format = useFormat();
  const { series } = overview;
  const right = size.width < 420 ? 84 : 128;
  const width = Math.max(10, size.width - LEFT - right);
  const bottom = size.height - AXIS;
  const middle = TOP + (bottom - TOP - BETWEEN) * HELD_SHARE;
  const held = series.map((bucket) => bucket.held);
  const waiting = series.map((bucket) => bucket.waiting);
  const heldScale = lineScale(held);
  const waitingScale = areaScale(waiting);
  const bucketWidth = width / Math.max(1, series.length);
  const heldBand = { top: TOP, bottom: middle, scale: heldScale };
  const waitingBand = { top: middle + BETWEEN, bottom, scale: waitingScale };
  const end = LEFT + width;
  return (
    <svg aria-hidden width={size.width} height={size.height} className="num absolute inset-0 text-xs">
      {gapsOf(held).map(({ start, length }) => (
        <Gap
          key={start}
          x={LEFT + start * bucketWidth}
          width={length * bucketWidth}
          top={TOP - 8}
          bottom={bottom}
        />
      ))}
      <Ticks band={heldBand} end={end} />
      <Ticks band={waitingBand} end={end} />
      <g className="stroke-held-mark">
        {segmentsOf(held, series, heldBand, bucketWidth, 0.5).map(({ points, partial, start }) => (
          <path
            key={`${start} ${partial}`}
            d={linePath(points)}
            fill="none"
            strokeWidth={1.5}
            strokeDasharray={partial ? '2 3' : undefined}
          />
        ))}
      </g>
      <g className="fill-contended-mark stroke-contended-mark">
        {segmentsOf(waiting, series, waitingBand, bucketWidth, 0).map(({ points, partial, start }) => (
          <g key={`${start} ${partial}`}>
            <path
              d={areaPath(points, bucketWidth, bottom)}
              stroke="none"
              fillOpacity={partial ? 0.08 : 0.16}
            />
            <path
              d={stepPath(points, bucketWidth)}
              fill="none"
              strokeWidth={1.5}
              strokeDasharray={partial ? '2 3' : undefined}
            />
          </g>
        ))}
      </g>
      <Label band={heldBand} value={held.at(-1) ?? null} x={end + 6} className="fill-2">
        {t('chart.held')}
      </Label>
      <Label band={waitingBand} value={waiting.at(-1) ?? null} x={end + 6} className="fill-contended">
        {t('chart.waiting')}
      </Label>
      <g className="fill-3">
        {timesOf(overview, size.width).map(({ atMs, x }) => (
          <text key={atMs} x={LEFT + x * width} y={size.height - 8} textAnchor={x === 0 ? 'start' : 'middle'}>
            {format.clock(atMs, false)}
          </text>
        ))}
        <text x={end} y={size.height - 8} textAnchor="end">
          {t('chart.now')}
        </text>
      </g>
    </svg>
  );
}

type Band = { top: number; bottom: number; scale: Scale };

function Ticks({ band, end }: { band: Band; end: number }) {
  const format = useFormat();
  return (
    <g>
      {band.scale.ticks.map((tick) => {
        const y = Math.round(scaledYOf(tick, band.scale, band.top, band.bottom)) + 0.5;
        return (
          <g key={tick}>
            <line x1={LEFT} x2={end} y1={y} y2={y} className="stroke-line" />
            <text x={LEFT - 6} y={y + 4} textAnchor="end" className="fill-3">
              {format.count(tick)}
            </text>
          </g>
        );
      })}
    </g>
  );
}

type GapProps = { x: number; width: number; top: number; bottom: number };

/** Nothing was watched then: not zero, nothing. */
function Gap({ x, width, top, bottom }: GapProps) {
  const t = useT('overview');
  return (
    <g>
      <rect x={x} y={top} width={width} height={bottom - top} className="fill-sunken" fillOpacity={0.7} />
      {width > 90 ? (
        <text x={x + width / 2} y={(top + bottom) / 2 + 4} textAnchor="middle" className="fill-3">
          {t('chart.gap')}
        </text>
      ) : null}
    </g>
  );
}

type LabelProps = { band: Band; value: number | null; x: number; className: string; children: string };

/** Directly at the end of its series. */
function Label({ band, value, x, className, children }: LabelProps) {
  const t = useT('overview');
  const format = useFormat();
  const y =
    value === null ? (band.top + band.bottom) / 2 : scaledYOf(value, band.scale, band.top, band.bottom);
  return (
    <text x={x} y={Math.min(y, band.bottom - 4) + 4} className={`font-semibold ${className}`}>
      {children} {value === null ? t('chart.unknownNow') : format.count(value)}
    </text>
  );
}

type Segment = { points: Point[]; partial: boolean; start: number };

/** Runs between gaps; the bucket that still runs is a segment of its own, joined to the one before. */
function segmentsOf(
  values: readonly (number | null)[],
  series: Overview['series'],
  band: Band,
  bucketWidth: number,
  at: number,
): Segment[] {
  return runsOf(values).flatMap(({ start, values: run }) => {
    const points = run.map((value, i) => ({
      x: LEFT + (start + i + at) * bucketWidth,
      y: scaledYOf(value, band.scale, band.top, band.bottom),
    }));
    const open = points.length > 1 && series[start + points.length - 1]?.partial;
    if (!open) return [{ points, partial: false, start }];
    const tail = at > 0 ? points.slice(-2) : points.slice(-1);
    return [
      { points: points.slice(0, -1), partial: false, start },
      { points: tail, partial: true, start },
    ];
  });
}

/** Every five minutes, as far from the ends as labels need. */
function timesOf({ series, bucketMs }: Overview, width: number): { atMs: number; x: number }[] {
  const firstMs = series[0]?.startMs;
  if (firstMs === undefined) return [];
  const spanMs = series.length * bucketMs;
  const stepMs = width < 420 ? 600_000 : 300_000;
  const times: { atMs: number; x: number }[] = [];
  for (let atMs = Math.ceil(firstMs / stepMs) * stepMs; atMs < firstMs + spanMs; atMs += stepMs) {
    const x = (atMs - firstMs) / spanMs;
    if (x > 0.05 && x < 0.88) times.push({ atMs, x });
  }
  return times;
}
