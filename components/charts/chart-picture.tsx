import { memo, useId } from 'react';
import { Area, Line } from 'recharts';
import { useT } from '@/components/i18n/use-t';
import type { HistoryMark } from '@/lib/contract/history/past';
import { type ChartModel, type ChartSeries, chartRowsOf } from './chart-model';
import type { Geometry } from './geometry';
import { OpenBucket } from './open-bucket';
import { fillOf, Patterns } from './patterns';
import { PlotFrame } from './plot-frame';
import { EndLabels, Gaps, Levels, Remark } from './plot-labels';
import { PlotMarks } from './plot-marks';

const NOW_PX = 44;

type Props = {
  model: ChartModel;
  geometry: Geometry;
  marks: readonly HistoryMark[];
  /** Whether the right end of the range is now. */
  moving: boolean;
};

/** The picture itself: nothing in it follows the pointer, so that it is drawn once for each answer. */
export const ChartPicture = memo(function ChartPicture({ model, geometry, marks, moving }: Props) {
  const id = `fill${useId()}`;
  const t = useT('historyCharts');
  const parts = { model, geometry };
  return (
    <PlotFrame {...parts} data={chartRowsOf(model)} end={moving ? { text: t('now'), px: NOW_PX } : null}>
      <Patterns id={id} series={model.series} />
      <Gaps model={model} />
      {model.series.map((one, i) => drawn(one, i, model, fillOf(one, id, i)))}
      <OpenBucket {...parts} fills={id} />
      <Remark {...parts} />
      <Levels {...parts} />
      <PlotMarks {...parts} marks={marks} />
      {geometry.labelled ? <EndLabels {...parts} /> : null}
    </PlotFrame>
  );
});

/** A series is a line, with an area under it where it has one; of those that lie on each other, the areas alone. */
function drawn(one: ChartSeries, place: number, { shape, stacked }: ChartModel, fill: string) {
  const { id, colour, dash, fill: opacity, upper, faint } = one;
  const common = {
    yAxisId: upper ? 'upper' : 'lower',
    zIndex: 0,
    type: 'linear' as const,
    isAnimationActive: false,
    activeDot: false as const,
    connectNulls: false,
  };
  return [
    opacity ? (
      <Area
        key={`${id} area`}
        {...common}
        dataKey={`a${place}`}
        stroke="none"
        fill={fill}
        fillOpacity={opacity}
      />
    ) : null,
    stacked ? null : (
      <Line
        key={id}
        {...common}
        dataKey={`s${place}`}
        stroke={`var(${colour})`}
        strokeWidth={faint ? 1 : 1.5}
        strokeOpacity={faint ? 0.8 : 1}
        {...(dash ? { strokeDasharray: dash } : {})}
        dot={shape === 'line' ? (props: DotProps) => <Alone key={props.index} {...props} of={one} /> : false}
      />
    ),
  ];
}

type DotProps = { cx?: number; cy?: number | null; index?: number };

/** A value with nothing on either side would be no line at all: it is a dot. */
function Alone({ cx, cy, index = 0, of: { values, colour } }: DotProps & { of: ChartSeries }) {
  const isAlone = (values[index - 1] ?? null) === null && (values[index + 1] ?? null) === null;
  if (!isAlone || (values[index] ?? null) === null || cx === undefined || cy == null) return null;
  return <circle cx={cx} cy={cy} r={2} fill={`var(${colour})`} />;
}
