import type { HistoryMark } from '@/lib/contract/history/past';
import type { ChartModel } from './chart-model';
import { type Geometry, xOf } from './geometry';
import { groupMarks, type MarkStyle } from './marks-shown';

const PATHS = {
  triangle: 'M-4.5 -4h9L0 4z',
  up: 'M-4.5 3.5h9L0 -4.5z',
  diamond: 'M0 -5L5 0L0 5L-5 0z',
  square: 'M-3.5 -3.5h7v7h-7z',
  circle: 'M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z',
} satisfies Record<MarkStyle['glyph'], string>;

const FILLS = {
  info: 'fill-info-mark',
  lost: 'fill-lost-mark',
  risk: 'fill-risk-mark',
  plain: 'fill-held-mark',
} satisfies Record<MarkStyle['tone'], string>;

const STROKES = {
  info: 'stroke-info-mark',
  lost: 'stroke-lost-mark',
  risk: 'stroke-risk-mark',
  plain: 'stroke-control',
} satisfies Record<MarkStyle['tone'], string>;

/** px a number needs beside its glyph; nearer to the end of the plot it stands before it. */
const ROOM = 22;

type Props = { marks: readonly HistoryMark[]; model: ChartModel; geometry: Geometry };

/** Events and notes as dotted lines, each kind with a glyph of its own. */
export function PlotMarks({ marks, model, geometry }: Props) {
  const { left, right, top, bottom } = geometry;
  const groups = groupMarks(marks, (atMs) => xOf(atMs, model, geometry), [left, right]);
  return (
    <g>
      {groups.map(({ x, style, marks: own }) => (
        <g key={own[0]?.id} transform={`translate(${Math.round(x) + 0.5} ${top - 9})`} data-mark={own.length}>
          <line
            y1={6}
            y2={bottom - top + 9}
            strokeDasharray="1.5 3"
            strokeWidth={1.25}
            className={STROKES[style.tone]}
          />
          <path d={PATHS[style.glyph]} className={FILLS[style.tone]} />
          {own.length > 1 ? (
            <text {...(x > right - ROOM ? { x: -7, textAnchor: 'end' } : { x: 7 })} y={4} className="fill-2">
              {own.length}
            </text>
          ) : null}
        </g>
      ))}
    </g>
  );
}

/** A glyph by itself, for lists. */
export function MarkGlyph({ style }: { style: MarkStyle }) {
  return (
    <svg aria-hidden width={12} height={12} viewBox="-6 -6 12 12" className="shrink-0">
      <path d={PATHS[style.glyph]} className={FILLS[style.tone]} />
    </svg>
  );
}
