import { type Tick, ticksOf } from '@/components/charts/time-axis';
import { useZone } from '@/components/i18n/time-zone';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import type { ChartModel } from './chart-model';
import { type Band, type Geometry, xOf, yOf } from './geometry';

const PX_A_TICK = 84;
const NOW_PX = 44;

type Props = { model: ChartModel; geometry: Geometry; moving: boolean };

/** Hairlines with their figures, and round times below. */
export function PlotAxes({ model, geometry, moving }: Props) {
  const { upper, lower, left, right, bottom } = geometry;
  const t = useT('historyCharts');
  const { timeZone } = useZone();
  const most = Math.max(2, Math.floor((right - left) / PX_A_TICK));
  const ticks = ticksOf(model.fromMs, model.toMs, most, timeZone);
  const y = bottom + 16;
  return (
    <g>
      {upper ? <Ticks band={upper} model={model} geometry={geometry} /> : null}
      <Ticks band={lower} model={model} geometry={geometry} />
      <g className="fill-3">
        {ticks.map((tick) => {
          const x = xOf(tick.atMs, model, geometry);
          if (moving && x > right - NOW_PX) return null;
          const anchor = x - left < 18 ? 'start' : right - x < 18 ? 'end' : 'middle';
          return (
            <text key={tick.atMs} x={x} y={y} textAnchor={anchor}>
              <TickText tick={tick} />
            </text>
          );
        })}
        {moving ? (
          <text x={right} y={y} textAnchor="end">
            {t('now')}
          </text>
        ) : null}
      </g>
    </g>
  );
}

function TickText({ tick: { atMs, form } }: { tick: Tick }) {
  const format = useFormat();
  return form === 'day' ? format.moment(atMs).slice(5, 10) : format.clock(atMs, form === 'seconds');
}

function Ticks({ band, model, geometry }: { band: Band; model: ChartModel; geometry: Geometry }) {
  const { left, right } = geometry;
  const text = model.axisFormat ?? model.format;
  return (
    <g>
      {band.axis.ticks.map((tick) => {
        const y = Math.round(yOf(tick, band)) + 0.5;
        return (
          <g key={tick}>
            <line x1={left} x2={right} y1={y} y2={y} className="stroke-line" />
            <text x={left - 6} y={y + 4} textAnchor="end" className="fill-3">
              {text(tick)}
            </text>
          </g>
        );
      })}
    </g>
  );
}
