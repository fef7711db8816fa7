import { Fragment, type ReactNode } from 'react';
import {
  CartesianGrid,
  ComposedChart,
  XAxis,
  type XAxisTickContentProps,
  YAxis,
  type YAxisTickContentProps,
} from 'recharts';
import { useZone } from '@/components/i18n/time-zone';
import { useFormat } from '@/components/i18n/use-format';
import type { ChartModel, ChartRow } from './chart-model';
import { domainOf, type Geometry } from './geometry';
import { ticksOf } from './time-axis';

const PX_A_TICK = 84;
/** Nearer to an end of its axis a time is aligned with it. */
const EDGE_PX = 18;
/** `mirror` takes no room from the plot: the geometry leaves it, and figures stand where it says. */
const AXIS = {
  allowDataOverflow: true,
  axisLine: false,
  interval: 0,
  mirror: true,
  tickLine: false,
  type: 'number',
} as const;

type Props = {
  model: Pick<ChartModel, 'fromMs' | 'toMs' | 'format' | 'axisFormat'>;
  geometry: Geometry;
  /** What the time axis ends with in place of times, and its room, px. */
  end: { text: string; px: number; className?: string } | null;
  data?: readonly ChartRow[];
  children: ReactNode;
};

/** The drawing library's chart with hairlines and figures of each band, and round times below. What lies in it is drawn in its order. */
export function PlotFrame({ model, geometry, end, data, children }: Props) {
  const { width, height, left, right, top, bottom, lower, upper } = geometry;
  const { fromMs, toMs } = model;
  const format = useFormat();
  const { timeZone } = useZone();
  const most = Math.max(2, Math.floor((right - left) / PX_A_TICK));
  const freeMs = (toMs - fromMs) * (1 - (end?.px ?? 0) / (right - left));
  const texts = new Map<number, string>();
  for (const { atMs, form } of ticksOf(fromMs, toMs, most, timeZone)) {
    if (atMs - fromMs > freeMs) break;
    texts.set(
      atMs,
      form === 'day' ? format.moment(atMs).slice(5, 10) : format.clock(atMs, form === 'seconds'),
    );
  }
  if (end) texts.set(toMs, end.text);
  const time = ({ x, payload: { value } }: XAxisTickContentProps) => {
    const isEnd = end !== null && value === toMs;
    const anchor = Number(x) - left < EDGE_PX ? 'start' : right - Number(x) < EDGE_PX ? 'end' : 'middle';
    return (
      <text x={x} y={bottom + 16} textAnchor={anchor} className={(isEnd && end.className) || 'fill-3'}>
        {texts.get(value)}
      </text>
    );
  };
  const figure = ({ y, payload: { value } }: YAxisTickContentProps) => (
    <text x={left - 6} y={Number(y) + 4} textAnchor="end" className="fill-3">
      {(model.axisFormat ?? model.format)(value)}
    </text>
  );
  return (
    <ComposedChart
      width={width}
      height={height}
      {...(data ? { data } : {})}
      margin={{ left, right: width - right, top, bottom: height - bottom }}
      accessibilityLayer={false}
      className="num text-xs"
    >
      <XAxis {...AXIS} dataKey="x" domain={[fromMs, toMs]} ticks={[...texts.keys()]} tick={time} />
      {[lower, ...(upper ? [upper] : [])].map((band) => (
        <Fragment key={band.id}>
          <YAxis
            {...AXIS}
            yAxisId={band.id}
            domain={domainOf(band, geometry)}
            scale={band.axis.scale}
            ticks={band.axis.ticks}
            tick={figure}
          />
          <CartesianGrid
            yAxisId={band.id}
            vertical={false}
            syncWithTicks
            zIndex={0}
            stroke="var(--line)"
            shapeRendering="crispEdges"
          />
        </Fragment>
      ))}
      {children}
    </ComposedChart>
  );
}
