import { Line, ReferenceArea, ReferenceLine } from 'recharts';
import type { ChartModel } from '@/components/charts/chart-model';
import { geometryOf, xOf, yOf } from '@/components/charts/geometry';
import { PlotFrame } from '@/components/charts/plot-frame';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import type { Size } from '@/components/ui/use-size';
import type { HeartbeatSeries, TtlPoint } from './heartbeat-geometry';

/** Below this, labels go before points. */
const NARROW_PX = 480;
/** Room of the words about the deadline, at the end of the time axis, px. */
const DUE_PX = { narrow: 110, wide: 190 };
/** Figures of the axis that need more room than charts have: "19 m 57 s". */
const LONG = { letters: 7, px: 68 };
const BAND_PX = { width: 190, height: 14 };

export type HeartbeatProps = {
  beat: HeartbeatSeries;
  nowMs: number;
  isRisk: boolean;
  /** `nowMs` is that of the last reading: what is now is not known. */
  isOld: boolean;
};

/** TTL over time: saw-tooth, healthy band, missed renewals, and where it goes unless renewed. */
export function HeartbeatPicture({ beat, nowMs, isRisk, isOld, size }: HeartbeatProps & { size: Size }) {
  const t = useT('lock');
  const format = useFormat();
  const { fromMs, toMs, floorMs, projection } = beat;
  // A key that is gone whose lease is not known has a TTL of 0 and nothing else.
  const highMs = Math.max(1, beat.highMs);
  const isNarrow = size.width < NARROW_PX;
  const model: Omit<ChartModel, 'buckets' | 'gaps' | 'columns'> = {
    fromMs,
    toMs: Math.max(toMs, fromMs + 1),
    series: [],
    shape: 'line',
    named: 'below',
    axis: { scale: 'linear', low: 0, high: highMs, ticks: [0, highMs / 2, highMs] },
    format: (ttlMs) => (ttlMs === 0 ? '0' : format.span(ttlMs)),
  };
  const usual = geometryOf(model, size);
  const isLong = model.axis.ticks.some((tick) => format.span(tick).length > LONG.letters);
  const geometry = isLong ? { ...usual, left: LONG.px } : usual;
  const { right, top, lower } = geometry;
  const x = (atMs: number) => xOf(atMs, model, geometry);
  const y = (ttlMs: number) => yOf(ttlMs, lower);
  const isRoomy =
    floorMs !== null && right - x(nowMs) > BAND_PX.width && y(floorMs) - y(highMs) > BAND_PX.height;
  const { calm, late } = isRisk ? splitAtMissed(beat) : { calm: beat.line, late: [] };
  const alarm = isRisk ? '--risk-mark' : '--held-mark';
  const missed = beat.missed.filter(({ atMs }) => atMs >= fromMs);
  const due = projection && {
    text: t(isRisk || isNarrow ? 'heartbeat.due' : 'heartbeat.dueUnlessRenewed', {
      time: format.clock(projection[1].atMs),
    }),
    px: isNarrow ? DUE_PX.narrow : DUE_PX.wide,
    className: isRisk ? 'fill-risk' : 'fill-3',
  };
  const now = t(isOld ? 'heartbeat.was' : 'heartbeat.now', {
    left: format.duration(projection?.[0].ttlMs ?? 0),
  });
  const atNow = x(Math.min(nowMs, toMs));
  const isLate = atNow > size.width - 120;
  return (
    <PlotFrame model={model} geometry={geometry} end={due}>
      {floorMs === null ? null : (
        <ReferenceArea
          y1={floorMs}
          y2={highMs}
          yAxisId="lower"
          zIndex={-1}
          fill="var(--sunken)"
          fillOpacity={1}
          label={
            isRoomy && {
              value: t('heartbeat.band', { left: format.span(floorMs) }),
              position: 'insideBottomRight',
              fill: 'var(--text-3)',
            }
          }
        />
      )}
      {beat.nodes.slice(1).map(({ node, line }) => fall(node, line, '--control', 1, '5 2'))}
      {fall('calm', calm, '--held-mark', 1.5)}
      {fall('late', late, '--risk-mark', 2.25)}
      {fall('projection', projection ?? [], alarm, 1.5, '3 3')}
      <g strokeWidth={1.5} className="fill-surface">
        {beat.renewals.map(({ atMs, ttlMs }) => (
          <circle key={atMs} cx={x(atMs)} cy={y(ttlMs)} r={3} className="stroke-held-mark" />
        ))}
        {missed.map(({ atMs, ttlMs }) => (
          <circle
            key={atMs}
            cx={x(atMs)}
            cy={y(ttlMs)}
            r={4.5}
            strokeDasharray="2.5 2"
            className="stroke-risk-mark"
          />
        ))}
      </g>
      {missed[0] && !isNarrow ? (
        <text x={x(missed[0].atMs) + 9} y={y(missed[0].ttlMs) - 2} className="fill-risk">
          {t('heartbeat.missed', { time: format.clock(missed[0].atMs) })}
        </text>
      ) : null}
      <ReferenceLine
        x={Math.min(nowMs, toMs)}
        yAxisId="lower"
        zIndex={0}
        stroke="var(--inverse)"
        shapeRendering="crispEdges"
      />
      <text
        x={isLate ? atNow + 4 : atNow - 4}
        y={top - 6}
        textAnchor={isLate ? 'end' : 'start'}
        className="fill-1 font-semibold"
      >
        {now}
      </text>
      {projection ? (
        <circle
          cx={right}
          cy={y(0)}
          r={3.5}
          strokeWidth={1.5}
          fill="var(--surface)"
          stroke={`var(${alarm})`}
        />
      ) : null}
    </PlotFrame>
  );
}

function fall(key: string, points: readonly TtlPoint[], colour: string, width: number, dash?: string) {
  return (
    <Line
      key={key}
      data={points.map(({ atMs, ttlMs }) => ({ x: atMs, ttlMs }))}
      dataKey="ttlMs"
      yAxisId="lower"
      zIndex={0}
      dot={false}
      activeDot={false}
      isAnimationActive={false}
      stroke={`var(${colour})`}
      strokeWidth={width}
      {...(dash ? { strokeDasharray: dash } : {})}
    />
  );
}

/** From the first missed renewal on, the fall is what is wrong. */
function splitAtMissed({ line, missed }: HeartbeatSeries): { calm: TtlPoint[]; late: TtlPoint[] } {
  const [first] = missed;
  if (!first) return { calm: line, late: [] };
  const calm = line.filter(({ atMs }) => atMs <= first.atMs);
  const late = line.filter(({ atMs }) => atMs > first.atMs);
  return { calm: [...calm, first], late: [first, ...late] };
}
