import { useId } from 'react';
import { cx } from '@/components/ui/cx';
import { middleOf, type Picture, type PictureEdge, pathOf } from './layout-graph';

/** What is drawn last lies on top: cycles. */
const LAYERS = [false, true];

type Props = { picture: Picture; titleOf(edge: PictureEdge): string };

/** All lines of the picture; the boxes and the table say the same in words. */
export function PictureEdges({ picture: { width, height, edges }, titleOf }: Props) {
  const id = useId();
  return (
    <svg
      aria-hidden
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      className="pointer-events-none absolute start-0 top-0 overflow-visible"
    >
      <defs>
        {(['hold', 'wait', 'cycle'] as const).map((look) => (
          <marker
            key={look}
            id={`${id}${look}`}
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerWidth="8"
            markerHeight="8"
            markerUnits="userSpaceOnUse"
            orient="auto"
          >
            <path d="M0,0.5L7.5,4L0,7.5Z" className={FILLS[look]} />
          </marker>
        ))}
      </defs>
      {LAYERS.map((inCycle) =>
        edges
          .filter((edge) => edge.inCycle === inCycle)
          .map((edge) => (
            <Edge key={edge.id} edge={edge} title={titleOf(edge)} marker={`url(#${id}${lookOf(edge)})`} />
          )),
      )}
    </svg>
  );
}

const STROKES = {
  hold: 'stroke-held-mark',
  wait: 'stroke-contended-mark',
  cycle: 'stroke-lost-mark',
} as const;
const FILLS = { hold: 'fill-held-mark', wait: 'fill-contended-mark', cycle: 'fill-lost-mark' } as const;

function lookOf({ kind, inCycle }: PictureEdge): keyof typeof STROKES {
  return inCycle ? 'cycle' : kind;
}

/** Solid = has it, dashed = waits for it; of a cycle thick and with a sign in the middle. */
function Edge({ edge, title, marker }: { edge: PictureEdge; title: string; marker: string }) {
  const { kind, points, place, inCycle } = edge;
  const middle = middleOf(points);
  return (
    <g className="[pointer-events:stroke]">
      <title>{title}</title>
      <path
        d={pathOf(points)}
        fill="none"
        markerEnd={marker}
        strokeWidth={inCycle ? 2.5 : 1.5}
        strokeDasharray={kind === 'wait' ? '5 4' : undefined}
        className={STROKES[lookOf(edge)]}
      />
      {place === null ? null : (
        <g transform={`translate(${middle.x},${middle.y})`}>
          <rect
            x={-11}
            y={-8}
            width={22}
            height={16}
            rx={4}
            className={cx('fill-surface', inCycle ? 'stroke-lost-mark' : 'stroke-line-strong')}
          />
          <text textAnchor="middle" dy="4" className="fill-2 font-medium text-xs tabular-nums">
            {place}
          </text>
        </g>
      )}
    </g>
  );
}
