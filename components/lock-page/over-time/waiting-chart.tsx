'use client';

import { areaPath, areaScale, runsOf, scaledYOf, stepPath } from '@/components/charts/series-scale';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { useSize } from '@/components/ui/use-size';
import type { Count } from '@/lib/domain/values/counted';

const HEIGHT = 112;
const LEFT = 30;
const RIGHT = 12;
const TOP = 20;
const BOTTOM = 22;
const BUCKET_MS = 10_000;

type Props = {
  series: readonly (number | null)[];
  /** Waiters at this moment; the last bucket has the most of its ten seconds. */
  waiting: Count;
  nowMs: number;
};

/** Waiters over 15 minutes as steps; what was not known stays empty. */
export function WaitingChart({ series, waiting, nowMs }: Props) {
  const t = useT('lock');
  const format = useFormat();
  const [ref, size] = useSize();
  const known = series.filter((value) => value !== null);
  const summary =
    known.length === 0
      ? t('waiters.chartUnknown')
      : t('waiters.chartSummary', {
          low: format.count(Math.min(...known)),
          high: format.count(Math.max(...known)),
          now: waiting.known ? format.count(waiting.count) : '?',
        });
  return (
    <figure ref={ref} style={{ height: HEIGHT }} className="relative">
      <figcaption className="sr-only">{summary}</figcaption>
      {size ? <Steps series={series} waiting={waiting} width={size.width} nowMs={nowMs} /> : null}
    </figure>
  );
}

function Steps({ series, waiting, width, nowMs }: Props & { width: number }) {
  const t = useT('lock');
  const format = useFormat();
  const scale = areaScale(series);
  const bottom = HEIGHT - BOTTOM;
  const inner = Math.max(10, width - LEFT - RIGHT);
  const step = inner / Math.max(1, series.length);
  const spanMs = series.length * BUCKET_MS;
  const marks = [0, 1 / 3, 2 / 3];
  return (
    <svg aria-hidden width={width} height={HEIGHT} className="num absolute inset-0 text-xs">
      <g className="fill-3">
        {[0, scale.high].map((tick) => {
          const y = Math.round(scaledYOf(tick, scale, TOP, bottom)) + 0.5;
          return (
            <g key={tick}>
              <line x1={LEFT} x2={LEFT + inner} y1={y} y2={y} className="stroke-line" />
              <text x={LEFT - 6} y={y + 4} textAnchor="end">
                {format.count(tick)}
              </text>
            </g>
          );
        })}
        {marks.map((share) => (
          <text
            key={share}
            x={LEFT + share * inner}
            y={HEIGHT - 6}
            textAnchor={share === 0 ? 'start' : 'middle'}
          >
            {format.clock(nowMs - spanMs * (1 - share), false)}
          </text>
        ))}
        <text x={LEFT + inner} y={HEIGHT - 6} textAnchor="end">
          {t('waiters.now')}
        </text>
      </g>
      <g className="fill-contended-mark stroke-contended-mark">
        {runsOf(series).map(({ start, values }) => {
          const points = values.map((value, i) => ({
            x: LEFT + (start + i) * step,
            y: scaledYOf(value, scale, TOP, bottom),
          }));
          return (
            <g key={start}>
              <path d={areaPath(points, step, bottom)} stroke="none" fillOpacity={0.16} />
              <path d={stepPath(points, step)} fill="none" strokeWidth={1.5} />
            </g>
          );
        })}
      </g>
      {!waiting.known ? null : (
        <text x={LEFT + inner} y={TOP - 7} textAnchor="end" className="fill-contended font-semibold">
          {t('waiters.waitingNow', { count: format.count(waiting.count) })}
        </text>
      )}
    </svg>
  );
}
