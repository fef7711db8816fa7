import { useId } from 'react';
import { type CartesianViewBox, ReferenceArea, ReferenceLine } from 'recharts';
import { useT } from '@/components/i18n/use-t';
import type { ChartModel, ChartSeries } from './chart-model';
import { type Geometry, movedApart, xOf, yOf } from './geometry';

type Props = { model: ChartModel; geometry: Geometry };

const WORDS_FROM_PX = 76;

/** Times nobody watched: hatched, with the words where there is room. */
export function Gaps({ model }: Pick<Props, 'model'>) {
  const hatch = `hatch${useId()}`;
  return (
    <g>
      <defs>
        <pattern id={hatch} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="6" height="6" className="fill-sunken" />
          <line x1="0" y1="0" x2="0" y2="6" strokeWidth="2" className="stroke-line" />
        </pattern>
      </defs>
      {model.gaps.map(({ fromMs, toMs }) => (
        <ReferenceArea
          key={fromMs}
          x1={Math.max(fromMs, model.fromMs)}
          x2={Math.min(toMs, model.toMs)}
          yAxisId="lower"
          zIndex={0}
          shape={(at: CartesianViewBox) => <Gap {...at} fill={`url(#${hatch})`} />}
        />
      ))}
    </g>
  );
}

function Gap({ x = 0, y = 0, width = 0, height = 0, fill }: CartesianViewBox & { fill: string }) {
  const t = useT('historyCharts');
  return (
    <g data-gap>
      <rect x={x} y={y} width={Math.max(1, width)} height={height} fill={fill} />
      {width > WORDS_FROM_PX ? (
        <text x={x + width / 2} y={y + height / 2 + 4} textAnchor="middle" className="fill-2">
          {t('gap')}
        </text>
      ) : null}
    </g>
  );
}

/** Levels to compare with, dashed and named. */
export function Levels({ model, geometry: { lower } }: Props) {
  return model.levels?.map(({ value, label }) => (
    <ReferenceLine
      key={label}
      y={value}
      yAxisId="lower"
      zIndex={0}
      stroke="var(--held-text)"
      strokeDasharray="6 3"
      strokeWidth={1.25}
      label={{
        value: label,
        position: yOf(value, lower) - lower.top < 14 ? 'insideTopLeft' : 'insideBottomLeft',
        strokeWidth: 3,
        paintOrder: 'stroke',
        stroke: 'var(--surface)',
        fill: 'var(--text-2)',
      }}
    />
  ));
}

/** A sentence within the plot, where it begins to be true. */
export function Remark({ model, geometry }: Props) {
  const { remark } = model;
  if (!remark) return null;
  const { left, right, bottom } = geometry;
  const x = xOf(Math.max(remark.fromMs, model.fromMs), model, geometry);
  const isLate = x > (left + right) / 2;
  return (
    <text
      x={isLate ? right - 4 : x + 8}
      y={bottom - 8}
      textAnchor={isLate ? 'end' : 'start'}
      className="fill-2"
    >
      {remark.text}
    </text>
  );
}

/** Each series by its name, at its end, with its latest value. */
export function EndLabels({ model, geometry }: Props) {
  const named = model.series.filter(({ faint }) => !faint);
  const { top, bottom, right } = geometry;
  const ends = named.map((one) => endOf(one, model));
  const heights = movedApart(
    ends.map((end, i) => yOf(end?.drawn ?? 0, (named[i]?.upper && geometry.upper) || geometry.lower)),
    15,
    top + 4,
    bottom - 2,
  );
  return (
    <g>
      {named.map(({ id, label, colour }, i) => {
        const end = ends[i];
        const value = end?.value ?? null;
        const said = value === null ? model.unknown : model.format(value);
        if (!end && !said) return null;
        return (
          <text key={id} x={right + 8} y={(heights[i] ?? 0) + 4} className="fill-2">
            <tspan fill={`var(${colour})`} aria-hidden>
              ●{' '}
            </tspan>
            <tspan className="font-semibold">{label}</tspan>
            {said ? ` ${said}` : null}
          </text>
        );
      })}
    </g>
  );
}

/** Latest known height of a series as drawn, and its value in the last bucket; null = it is nowhere. */
function endOf(
  one: ChartSeries,
  { series, stacked }: ChartModel,
): { drawn: number; value: number | null } | null {
  const last = one.values.findLastIndex((value) => value !== null);
  if (last === -1) return null;
  const below = stacked ? series.slice(0, series.indexOf(one)) : [];
  const base = below.reduce((sum, { values }) => sum + (values[last] ?? 0), 0);
  const own = one.values[last] ?? 0;
  return { drawn: base + (stacked ? own / 2 : own), value: one.values.at(-1) ?? null };
}
