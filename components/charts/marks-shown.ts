import type { HistoryMark } from '@/lib/contract/history/past';

/** What every chart has a dotted line for, with its colours and the form of its glyph; the rest is in the list alone. */
const MARK_STYLES = {
  'force-released': { glyph: 'triangle', tone: 'info' },
  failover: { glyph: 'diamond', tone: 'lost' },
  restart: { glyph: 'diamond', tone: 'lost' },
  deploy: { glyph: 'square', tone: 'plain' },
  note: { glyph: 'circle', tone: 'plain' },
  'finding-raised': { glyph: 'up', tone: 'risk' },
} as const satisfies Partial<Record<HistoryMark['kind'], { glyph: string; tone: string }>>;

export type MarkStyle = (typeof MARK_STYLES)[keyof typeof MARK_STYLES];

const DRAWN_KINDS = Object.keys(MARK_STYLES) as (keyof typeof MARK_STYLES)[];

export function styleOf(kind: HistoryMark['kind']): MarkStyle | null {
  return (MARK_STYLES as Partial<Record<HistoryMark['kind'], MarkStyle>>)[kind] ?? null;
}

/** Marks that stand so close that they share a line; of the kind of the first of `DRAWN_KINDS` among them. */
type MarkGroup = { x: number; marks: HistoryMark[]; style: MarkStyle };

/** Room of a glyph, and of the count that stands to the right of one that stands for several, px. */
const GLYPH_PX = 10;
const COUNT_PX = 5;
const DIGIT_PX = 7;

/** Marks that are drawn, put together where there is no room for another glyph beside what stands there. */
export function groupMarks(
  marks: readonly HistoryMark[],
  xOf: (atMs: number) => number,
  [left, right]: readonly [number, number],
): MarkGroup[] {
  const groups: MarkGroup[] = [];
  const drawn = marks.filter(({ kind }) => styleOf(kind)).sort((a, b) => a.atMs - b.atMs);
  for (const mark of drawn) {
    const x = xOf(mark.atMs);
    const style = styleOf(mark.kind);
    if (!style || x < left || x > right) continue;
    const last = groups.at(-1);
    if (last && x - last.x < roomOf(last.marks.length)) last.marks.push(mark);
    else groups.push({ x, marks: [mark], style });
  }
  for (const group of groups) {
    const kind = DRAWN_KINDS.find((one) => group.marks.some((mark) => mark.kind === one));
    if (kind) group.style = MARK_STYLES[kind];
  }
  return groups;
}

function roomOf(count: number): number {
  return count === 1 ? GLYPH_PX : GLYPH_PX + COUNT_PX + DIGIT_PX * String(count).length;
}
