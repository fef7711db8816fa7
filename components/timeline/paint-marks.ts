import type { HistoryMark } from '@/lib/contract/history/past';
import { HEAD, LANE_HEIGHT, laneXOf, RIGHT } from './layout';
import { hatch, type Palette } from './palette';
import { label, type Pen, type Scene } from './scene';

/** What concerns all lanes, and how urgent its words are where two want the same place. */
const LINES: Partial<
  Record<HistoryMark['kind'], { tone: 'info' | 'risk' | 'lost' | 'plain'; weight: number }>
> = {
  deploy: { tone: 'plain', weight: 2 },
  note: { tone: 'plain', weight: 2 },
  restart: { tone: 'lost', weight: 4 },
  failover: { tone: 'lost', weight: 4 },
  'holder-gone': { tone: 'risk', weight: 3 },
  'force-released': { tone: 'info', weight: 5 },
};

/** Where another's words are this near none are made. */
const LEAST_WORDS = 40;

/** Times nobody watched, over all lanes: what they held then is not known. */
export function paintGaps(pen: Pen, { timeline, view, layout, words }: Scene, palette: Palette): void {
  const bottom = HEAD + layout.lanesHeight + layout.waitingHeight;
  const end = layout.width - RIGHT;
  for (const gap of timeline.gaps) {
    if (gap.toMs < view.fromMs || gap.fromMs > view.toMs) continue;
    const x = Math.max(layout.left, laneXOf(gap.fromMs, view, layout));
    const width = Math.min(end, laneXOf(gap.toMs, view, layout)) - x;
    if (width <= 0) continue;
    pen.fillStyle = palette.sunken;
    pen.fillRect(x, HEAD, Math.max(1, width), bottom - HEAD);
    pen.fillStyle = hatch(pen, palette['line-strong'], 7);
    pen.fillRect(x, HEAD, Math.max(1, width), bottom - HEAD);
    const text = pen.measureText(words.unwatched).width;
    if (text + 16 < width)
      label(pen, words.unwatched, x + (width - text) / 2, HEAD + 14, palette.surface, palette['text-3']);
  }
}

/** Deployments, restarts, forced releases and the like as dotted lines with words, and where now and the cursor are. */
export function paintMarks(pen: Pen, scene: Scene, palette: Palette): void {
  const { marks, view, layout, words, nowMs, cursorMs } = scene;
  const bottom = HEAD + layout.lanesHeight + layout.waitingHeight;
  const end = layout.width - RIGHT;
  const shown = marks.flatMap((mark) => {
    const style = LINES[mark.kind];
    const x = Math.round(laneXOf(mark.atMs, view, layout));
    return style && x >= layout.left && x <= end ? [{ mark, x, ...style }] : [];
  });
  const taken: { from: number; to: number }[] = [];
  if (cursorMs !== null) paintCursor(pen, scene, palette, cursorMs, taken);
  const painted = new Set<string>();
  for (const { mark, x, tone, weight } of [...shown].sort((a, b) => b.weight - a.weight)) {
    if (painted.has(`${tone} ${x}`)) continue;
    painted.add(`${tone} ${x}`);
    const ink = tone === 'plain' ? palette['text-2'] : palette[`${tone}-text`];
    const line = tone === 'plain' ? palette.control : palette[`${tone}-mark`];
    pen.fillStyle = line;
    if (mark.kind === 'force-released') {
      pen.fillRect(x, HEAD - 6, 1.5, laneEnd(scene, mark, bottom) - HEAD + 6);
      triangle(pen, x + 0.75, HEAD - 10);
    } else for (let y = HEAD - 8; y < bottom; y += 4) pen.fillRect(x, y, 1.25, 2);
    if (taken.some((other) => x + 8 < other.to && other.from < x + 8 + LEAST_WORDS)) continue;
    const text = words.mark(mark.kind, mark.title);
    const width = pen.measureText(text).width;
    const from = x + 8 + width > end ? x - 8 - width : x + 8;
    const room = { from: from - 4, to: from + width + 4 };
    if (
      weight === 0 ||
      room.from < layout.left - 4 ||
      taken.some((other) => room.from < other.to && other.from < room.to)
    )
      continue;
    taken.push(room);
    pen.fillStyle = ink;
    pen.fillText(text, from, HEAD - 12);
  }
  const nowX = Math.round(laneXOf(nowMs, view, layout));
  if (nowX < end) {
    pen.fillStyle = palette['line-strong'];
    pen.fillRect(nowX, HEAD - 4, 1, bottom - HEAD + 4);
  }
}

/** The moment that the page is about. */
function paintCursor(
  pen: Pen,
  { view, layout, words }: Scene,
  palette: Palette,
  atMs: number,
  taken: { from: number; to: number }[],
): void {
  const x = Math.round(laneXOf(atMs, view, layout));
  if (x < layout.left || x > layout.width - RIGHT) return;
  pen.fillStyle = palette['info-mark'];
  pen.fillRect(x - 0.5, HEAD - 8, 2, layout.height - HEAD - 18);
  pen.font = palette.strong;
  const text = words.clock(atMs);
  const width = pen.measureText(text).width;
  const from = Math.min(Math.max(layout.left, x - width / 2), layout.width - RIGHT - width);
  pen.fillStyle = palette['info-text'];
  pen.fillText(text, from, HEAD - 12);
  taken.push({ from: from - 8, to: from + width + 8 });
  pen.font = palette.font;
}

/** How far down the line of a forced release goes: to the hold that it ended. */
function laneEnd({ forcedLanes, scrollTop, layout }: Scene, mark: HistoryMark, bottom: number): number {
  const lane = forcedLanes.get(mark.id);
  if (lane === undefined) return bottom;
  const y = HEAD + (lane + 1) * LANE_HEIGHT - scrollTop - 2;
  return Math.max(HEAD, Math.min(y, HEAD + layout.lanesHeight));
}

function triangle(pen: Pen, x: number, y: number): void {
  pen.beginPath();
  pen.moveTo(x - 5, y - 5);
  pen.lineTo(x + 5, y - 5);
  pen.lineTo(x, y + 4);
  pen.closePath();
  pen.fill();
}
