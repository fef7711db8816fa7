import type { ReactNode } from 'react';
import type { ChartModel, ChartSeries } from './chart-model';
import { Swatch } from './swatch';

type Props = { model: ChartModel; nameOf?(series: ChartSeries): ReactNode };

/** Names of the series with how they are drawn, for charts without room for them beside their ends. */
export function Legend({ model, nameOf }: Props) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 px-3 pb-1 text-2 text-xs">
      {model.series.map((series) => (
        <li key={series.id} className="flex min-w-0 max-w-full items-center gap-1.5">
          <Swatch series={series} square={model.stacked} />
          {nameOf ? nameOf(series) : series.label}
        </li>
      ))}
    </ul>
  );
}
