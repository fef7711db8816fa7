'use client';

import { type ReactNode, useMemo, useRef, useState } from 'react';
import { useT } from '@/components/i18n/use-t';
import { cx } from '@/components/ui/cx';
import { Panel } from '@/components/ui/panel';
import { TableToggle } from '@/components/ui/table-toggle';
import { useSize } from '@/components/ui/use-size';
import type { TimeRange } from '@/lib/api/history-queries';
import type { HistoryMark } from '@/lib/contract/history/past';
import { ChartMenu } from './chart-menu';
import { type ChartModel, type ChartSeries, isBlank } from './chart-model';
import { ChartPicture } from './chart-picture';
import { ChartTable } from './chart-table';
import { geometryOf } from './geometry';
import { Legend } from './legend';
import { PlotSurface } from './plot-surface';
import { useInTurn } from './use-in-turn';

/** Least height of a plot, px; panels beside a higher one grow. */
const HEIGHT = 188;
/** Charts of one answer are drawn one after the other, so that none of them keeps the page from what is typed. */
const TURNS = ['held', 'debt', 'busy', 'wait', 'hold', 'horizon', 'turnover', 'mishaps'];
const TURN_MS = 60;

export type ChartPanelProps = {
  /** Also part of file names. */
  id: string;
  title: string;
  hint?: string;
  /** How its figures are known, small at the right. */
  note: string;
  /** What it says, in a sentence. */
  summary: string;
  model: ChartModel;
  marks: readonly HistoryMark[];
  moving: boolean;
  /** The API's own answer. */
  json: string;
  onZoom(range: TimeRange): void;
  /** Name of a series in the legend; default is its label. */
  nameOf?(series: ChartSeries): ReactNode;
  /** There is little room: how its figures are known stands below, with what it says. */
  compact?: boolean;
  className?: string;
};

/** One chart: picture or table, what it says in words, and its files. */
export function ChartPanel(props: ChartPanelProps) {
  const { id, title, hint, note, summary, model, marks, moving, json, onZoom, nameOf } = props;
  const { compact = false } = props;
  const t = useT('historyCharts');
  const [asTable, setAsTable] = useState(false);
  const [measured, size] = useSize();
  const picture = useRef<HTMLDivElement>(null);
  const shown = useInTurn(model, TURNS.indexOf(id) * TURN_MS);
  const geometry = useMemo(() => (size ? geometryOf(shown, size) : null), [shown, size]);
  const svg = () => picture.current?.querySelector<SVGSVGElement>('svg.recharts-surface') ?? null;
  const hasLegend = geometry !== null && !geometry.labelled && model.series.length > 1;
  return (
    <Panel
      title={title}
      hint={hint}
      className={props.className}
      bodyClassName="flex flex-col"
      right={
        <>
          {compact ? null : <span className="text-xs max-sm:hidden">{note}</span>}
          <TableToggle on={asTable} onChange={setAsTable} of={title} />
          <ChartMenu id={id} title={title} model={model} json={json} svg={asTable ? null : svg} />
        </>
      }
    >
      {asTable ? (
        <ChartTable title={title} model={model} height={HEIGHT + 8} />
      ) : (
        <figure className="flex flex-1 flex-col" data-chart={id}>
          <div ref={measured} className="relative flex-1" style={{ minHeight: HEIGHT }}>
            {geometry ? (
              <>
                <div ref={picture} aria-hidden className="absolute inset-0 will-change-transform">
                  <ChartPicture model={shown} geometry={geometry} marks={marks} moving={moving} />
                </div>
                <PlotSurface id={id} label={title} model={shown} geometry={geometry} onZoom={onZoom} />
              </>
            ) : null}
            {isBlank(model) ? <p className="sr-only">{t('blank')}</p> : null}
          </div>
          {hasLegend ? <Legend model={model} {...(nameOf ? { nameOf } : {})} /> : null}
          <figcaption className="mt-auto px-3 pb-2 text-3 text-xs">
            {summary}
            <span className={cx('block first-letter:uppercase', compact ? null : 'sm:hidden')}>{note}</span>
          </figcaption>
        </figure>
      )}
    </Panel>
  );
}
