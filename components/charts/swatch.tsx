import { useId } from 'react';
import type { ChartSeries } from './chart-model';
import { fillOf, Patterns } from './patterns';

/** How a series is drawn, small: a square of an area that others lie on, else its line. */
export function Swatch({ series, square }: { series: ChartSeries; square?: boolean | undefined }) {
  const id = `swatch${useId()}`;
  const { colour, dash, fill } = series;
  if (square) {
    return (
      <svg aria-hidden width={12} height={12} className="shrink-0">
        <Patterns id={id} series={[series]} />
        <rect width={12} height={12} rx={2} fill={fillOf(series, id, 0)} fillOpacity={fill} />
      </svg>
    );
  }
  return (
    <svg aria-hidden width={18} height={10} className="shrink-0">
      {fill ? <rect width={18} y={3} height={7} fill={`var(${colour})`} fillOpacity={fill} /> : null}
      <line
        x2={18}
        y1={fill ? 3 : 5}
        y2={fill ? 3 : 5}
        stroke={`var(${colour})`}
        strokeWidth={2}
        strokeDasharray={dash}
      />
    </svg>
  );
}
