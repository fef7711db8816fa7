'use client';

import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { useSize } from '@/components/ui/use-size';
import { type HeartbeatSeries, type TtlPoint, timeTicks } from './heartbeat-geometry';

const HEIGHT = 156;
const LEFT = 58;
const RIGHT = 14;
const TOP = 24;
const BOTTOM = 26;
/** Below this, labels go before points. */
const NARROW = 480;

type Place = { x(atMs: number): number; y(ttlMs: number): number; width: number };

/** TTL over time: saw-tooth, healthy band, missed renewals, and where it goes unless renewed. */
export function HeartbeatChart({
  beat,
  nowMs,
  isRisk,
  isOld,
  summary,
}: {
  beat: HeartbeatSeries;
  nowMs: number;
  isRisk: boolean;
  /** `nowMs` is that of the last reading: what is now is not known. */
  isOld: boolean;
  summary: string;
}) {
  const [ref, size] = useSize();
  return (
    <figure ref={ref} style={{ height: HEIGHT }} className="relative">
      <figcaption className="sr-only">{summary}</figcaption>
      {size ? <Drawing beat={beat} nowMs={nowMs} isRisk={isRisk} isOld={isOld} width={size.width} /> : null}
    </figure>
  );
}

function Drawing({
  beat,
  nowMs,
  isRisk,
  isOld,
  width,
}: {
  beat: HeartbeatSeries;
  nowMs: number;
  isRisk: boolean;
  isOld: boolean;
  width: number;
}) {
  const { fromMs, toMs, highMs } = beat;
  const inner = Math.max(10, width - LEFT - RIGHT);
  const place: Place = {
    x: (atMs) => LEFT + ((atMs - fromMs) / Math.max(1, toMs - fromMs)) * inner,
    y: (ttlMs) => HEIGHT - BOTTOM - (Math.min(ttlMs, highMs) / Math.max(1, highMs)) * (HEIGHT - TOP - BOTTOM),
    width,
  };
  const healthy = isRisk ? splitAtMissed(beat) : { calm: beat.line, late: [] };
  const alarm = isRisk ? 'stroke-risk-mark' : 'stroke-held-mark';
  return (
    <svg aria-hidden width={width} height={HEIGHT} className="num absolute inset-0 overflow-hidden text-xs">
      <Band beat={beat} place={place} nowMs={nowMs} />
      <Axes beat={beat} place={place} />
      {beat.nodes.slice(1).map(({ node, line }) => (
        <path
          key={node}
          d={pathOf(line, place)}
          fill="none"
          strokeWidth={1}
          strokeDasharray="5 2"
          className="stroke-control"
        />
      ))}
      <path d={pathOf(healthy.calm, place)} fill="none" strokeWidth={1.5} className="stroke-held-mark" />
      <path d={pathOf(healthy.late, place)} fill="none" strokeWidth={2.25} className="stroke-risk-mark" />
      {beat.projection ? (
        <path
          d={pathOf(beat.projection, place)}
          fill="none"
          strokeWidth={1.5}
          strokeDasharray="3 3"
          className={alarm}
        />
      ) : null}
      {beat.renewals.map((point) => (
        <circle
          key={point.atMs}
          cx={place.x(point.atMs)}
          cy={place.y(point.ttlMs)}
          r={3}
          strokeWidth={1.5}
          className="fill-surface stroke-held-mark"
        />
      ))}
      <Missed beat={beat} place={place} />
      <Now beat={beat} place={place} nowMs={nowMs} isOld={isOld} />
      <Due beat={beat} place={place} isRisk={isRisk} />
    </svg>
  );
}

function Band({ beat, place, nowMs }: { beat: HeartbeatSeries; place: Place; nowMs: number }) {
  const t = useT('lock');
  const format = useFormat();
  if (beat.floorMs === null) return null;
  const [top, bottom] = [place.y(beat.highMs), place.y(beat.floorMs)];
  const end = place.width - RIGHT;
  const isRoomy = end - place.x(nowMs) > 190 && bottom - top > 14;
  return (
    <g>
      <rect
        x={LEFT}
        y={top}
        width={Math.max(0, end - LEFT)}
        height={Math.max(0, bottom - top)}
        className="fill-sunken"
      />
      {isRoomy ? (
        <text x={end - 4} y={bottom - 5} textAnchor="end" className="fill-3">
          {t('heartbeat.band', { left: format.span(beat.floorMs) })}
        </text>
      ) : null}
    </g>
  );
}

function Axes({ beat, place }: { beat: HeartbeatSeries; place: Place }) {
  const format = useFormat();
  const { stepMs, ticks } = timeTicks(beat.fromMs, beat.toMs, place.width < NARROW ? 3 : 6);
  const end = place.width - RIGHT;
  const dueWidth = beat.projection ? (place.width < NARROW ? 110 : 190) : 14;
  return (
    <g className="fill-3">
      {[beat.highMs, beat.highMs / 2, 0].map((ttlMs) => {
        const y = Math.round(place.y(ttlMs)) + 0.5;
        return (
          <g key={ttlMs}>
            <line x1={LEFT} x2={end} y1={y} y2={y} className="stroke-line" />
            <text x={LEFT - 6} y={y + 4} textAnchor="end">
              {ttlMs === 0 ? '0' : format.span(ttlMs)}
            </text>
          </g>
        );
      })}
      {ticks.map((atMs) => {
        const x = place.x(atMs);
        return x < LEFT + 14 || x > end - dueWidth ? null : (
          <text key={atMs} x={x} y={HEIGHT - 8} textAnchor="middle">
            {format.clock(atMs, stepMs < 60_000)}
          </text>
        );
      })}
    </g>
  );
}

function Missed({ beat, place }: { beat: HeartbeatSeries; place: Place }) {
  const t = useT('lock');
  const format = useFormat();
  const shown = beat.missed.filter(({ atMs }) => atMs >= beat.fromMs);
  return (
    <g>
      {shown.map((point, i) => {
        const [x, y] = [place.x(point.atMs), place.y(point.ttlMs)];
        const isFirst = i === 0;
        return (
          <g key={point.atMs}>
            <circle
              cx={x}
              cy={y}
              r={4.5}
              strokeWidth={1.5}
              strokeDasharray="2.5 2"
              className="fill-surface stroke-risk-mark"
            />
            {isFirst && place.width > NARROW ? (
              <text x={x + 9} y={y - 2} className="fill-risk">
                {t('heartbeat.missed', { time: format.clock(point.atMs) })}
              </text>
            ) : null}
          </g>
        );
      })}
    </g>
  );
}

function Now({
  beat,
  place,
  nowMs,
  isOld,
}: {
  beat: HeartbeatSeries;
  place: Place;
  nowMs: number;
  isOld: boolean;
}) {
  const t = useT('lock');
  const format = useFormat();
  const x = Math.round(place.x(Math.min(nowMs, beat.toMs))) + 0.5;
  const isLate = x > place.width - 120;
  return (
    <g>
      <line x1={x} x2={x} y1={TOP - 4} y2={HEIGHT - BOTTOM} className="stroke-inverse" />
      <text
        x={isLate ? x + 4 : x - 4}
        y={TOP - 10}
        textAnchor={isLate ? 'end' : 'start'}
        className="fill-1 font-semibold"
      >
        {t(isOld ? 'heartbeat.was' : 'heartbeat.now', {
          left: format.duration(beat.projection?.[0].ttlMs ?? 0),
        })}
      </text>
    </g>
  );
}

function Due({ beat, place, isRisk }: { beat: HeartbeatSeries; place: Place; isRisk: boolean }) {
  const t = useT('lock');
  const format = useFormat();
  const end = beat.projection?.[1];
  if (!end) return null;
  const [x, y] = [place.x(end.atMs), place.y(0)];
  return (
    <g>
      <circle
        cx={x}
        cy={y}
        r={3.5}
        strokeWidth={1.5}
        className={isRisk ? 'fill-surface stroke-risk-mark' : 'fill-surface stroke-held-mark'}
      />
      <text x={x} y={HEIGHT - 8} textAnchor="end" className={isRisk ? 'fill-risk' : 'fill-3'}>
        {t(isRisk || place.width < NARROW ? 'heartbeat.due' : 'heartbeat.dueUnlessRenewed', {
          time: format.clock(end.atMs),
        })}
      </text>
    </g>
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

function pathOf(points: readonly TtlPoint[], { x, y }: Place): string {
  return points
    .map(({ atMs, ttlMs }, i) => `${i === 0 ? 'M' : 'L'}${x(atMs).toFixed(1)} ${y(ttlMs).toFixed(1)}`)
    .join('');
}
