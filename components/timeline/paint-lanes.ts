import { expiryProofOf } from '@/lib/domain/locks/expired-while-held';
import type { Bar, Lane } from './lanes';
import { barBox, HEAD, LANE_HEIGHT, type Layout, laneXOf, RIGHT, THINNEST } from './layout';
import { hatch, type Palette } from './palette';
import type { Pen, Scene } from './scene';
import type { View } from './view';

/** Narrower bars show no corners. */
const ROUND_FROM = 12;
/** Narrower bars have no room for words, nor for anything else inside. */
const DETAIL_FROM = 5;
/** Less room is not even measured: to make the words takes longer than to paint them. */
const LEAST_WORDS = 60;

type Box = { bar: Bar; x: number; end: number; top: number; height: number };

/** The holds in their lanes, of those lanes that are in sight. */
export function paintLanes(pen: Pen, scene: Scene, palette: Palette): void {
  const { layout, lanes, scrollTop } = scene;
  const end = layout.width - RIGHT;
  pen.save();
  pen.beginPath();
  pen.rect(layout.left, HEAD, end - layout.left, layout.lanesHeight);
  pen.clip();
  const first = Math.max(0, Math.floor(scrollTop / LANE_HEIGHT));
  const last = Math.min(lanes.length, Math.ceil((scrollTop + layout.lanesHeight) / LANE_HEIGHT));
  for (let i = first; i < last; i += 1) {
    const lane = lanes[i];
    if (lane) paintLane(pen, scene, palette, lane, HEAD + i * LANE_HEIGHT - scrollTop);
  }
  pen.restore();
}

function paintLane(pen: Pen, scene: Scene, palette: Palette, lane: Lane, y: number): void {
  const boxes = boxesOf(lane, scene, y);
  pen.fillStyle = palette['held-mark'];
  pen.globalAlpha = 0.55;
  fillBars(pen, boxes, true);
  pen.globalAlpha = 1;
  fillBars(pen, boxes, false);
  for (const box of boxes) if (box.bar.block) paintBlock(pen, box, palette);
  for (const box of boxes) {
    const { bar, x, end } = box;
    if (end - x >= DETAIL_FROM || bar.goneFromMs !== null || bar.key === scene.chosen)
      paintDetail(pen, box, scene, palette);
  }
  paintExpiries(pen, boxes, scene, palette);
}

/** Bars that are in sight; of ordinary ones that would be painted on one and the same pixels only the first. */
function boxesOf(lane: Lane, { view, layout, chosen }: Scene, y: number): Box[] {
  const boxes: Box[] = [];
  const painted: number[] = [];
  for (const bar of lane.bars) {
    if (bar.toMs < view.fromMs) continue;
    if (bar.fromMs > view.toMs) break;
    const { x, end } = edgesOf(bar, view, layout);
    const isHidden = end <= (painted[bar.row] ?? Number.NEGATIVE_INFINITY);
    if (isHidden && bar.isCalm && bar.mark === null && bar.key !== chosen) continue;
    painted[bar.row] = Math.max(end, painted[bar.row] ?? end);
    const { top, height } = barBox(bar, lane);
    boxes.push({ bar, x, end, top: y + top, height });
  }
  return boxes;
}

function edgesOf(bar: Bar, view: View, layout: Layout): { x: number; end: number } {
  const x = Math.max(layout.left - 8, Math.round(laneXOf(bar.fromMs, view, layout)));
  const end = Math.min(layout.width + 8, Math.round(laneXOf(bar.toMs, view, layout)));
  return { x, end: Math.max(end, x + THINNEST) };
}

/** Wide bars have round corners; of many narrow ones each is a plain rectangle, which is painted many times faster. */
function fillBars(pen: Pen, boxes: readonly Box[], areCalm: boolean): void {
  const wide = new Path2D();
  let hasWide = false;
  for (const { bar, x, end, top, height } of boxes) {
    if (bar.block || bar.isCalm !== areCalm) continue;
    const width = bar.goneFromMs === null ? end - x : solidWidth(bar, x, end);
    if (width <= 0) continue;
    if (width < ROUND_FROM) pen.fillRect(x, top, width, height);
    else {
      wide.roundRect(x, top, width, height, 2);
      hasWide = true;
    }
  }
  if (hasWide) pen.fill(wide);
}

/** Pixels until the holder was gone. */
function solidWidth(bar: Bar, x: number, end: number): number {
  const share = ((bar.goneFromMs ?? bar.toMs) - bar.fromMs) / Math.max(1, bar.toMs - bar.fromMs);
  return Math.round((end - x) * share);
}

/** Many holds in one: the fuller, the darker, with a fine raster. */
function paintBlock(pen: Pen, { bar, x, end, top, height }: Box, palette: Palette): void {
  const { block } = bar;
  if (!block) return;
  const share = Math.min(1, block.heldMs / Math.max(1, block.toMs - block.fromMs));
  pen.globalAlpha = 0.18 + 0.4 * share;
  pen.fillStyle = palette['held-mark'];
  pen.fillRect(x, top, end - x, height);
  pen.globalAlpha = 0.5;
  for (let at = x; at < end; at += 4) pen.fillRect(at, top, 1, height);
  pen.globalAlpha = 1;
}

function paintDetail(pen: Pen, box: Box, scene: Scene, palette: Palette): void {
  const { bar, x, end, top, height } = box;
  const { words, chosen } = scene;
  const { span, block } = bar;
  let textEnd = end;
  if (span && bar.goneFromMs !== null) {
    const from = x + solidWidth(bar, x, end);
    paintGone(pen, from, end, top, height, palette);
    textEnd = from;
  }
  if (span?.fromKnown === 'at-least' && bar.fromMs >= scene.view.fromMs)
    paintTorn(pen, x, top, height, palette);
  if (span?.ended === 'unseen' && end - x > 4) paintTorn(pen, end - 3, top, height, palette);
  const start = Math.max(x, scene.layout.left) + 8;
  const room = Math.min(textEnd, scene.layout.width - RIGHT) - start - 8;
  if (room > LEAST_WORDS / 2 && height > 12) {
    const heldMs = (span?.toMs ?? bar.toMs) - bar.fromMs;
    const text = span
      ? [words.held(heldMs, span.renewals), words.duration(heldMs)]
      : [words.holds(block?.holds ?? 0)];
    const fits = text.find((each) => pen.measureText(each).width <= room);
    // Words stand on solid ground alone: what is pale is too pale for either ink.
    if (fits && !(bar.isCalm && span)) {
      pen.fillStyle = block ? palette['text-1'] : palette.surface;
      pen.fillText(fits, start, top + 12);
    } else if (fits) {
      pen.fillStyle = palette['text-1'];
      pen.fillText(fits, start, top + 12);
    }
  }
  if (bar.key === chosen) {
    pen.strokeStyle = palette['info-mark'];
    pen.lineWidth = 2;
    pen.beginPath();
    pen.roundRect(x - 2, top - 2, end - x + 4, height + 4, 4);
    pen.stroke();
  }
}

/** Held by somebody who is gone. */
function paintGone(pen: Pen, x: number, end: number, top: number, height: number, palette: Palette): void {
  if (end - x < 1) return;
  pen.fillStyle = palette['risk-tint'];
  pen.fillRect(x, top, end - x, height);
  pen.fillStyle = hatch(pen, palette['risk-mark']);
  pen.fillRect(x, top, end - x, height);
  pen.strokeStyle = palette['risk-mark'];
  pen.lineWidth = 1;
  pen.strokeRect(x + 0.5, top + 0.5, Math.max(0, end - x - 1), height - 1);
}

/** An edge that was not seen: it was so before, or after, for nobody knows how long. */
function paintTorn(pen: Pen, x: number, top: number, height: number, palette: Palette): void {
  pen.fillStyle = palette.surface;
  for (let y = top; y < top + height; y += 4) pen.fillRect(x, y, 3, 2);
}

/** Diamonds where a lease ran out, with words where there is room before the next hold. */
function paintExpiries(pen: Pen, boxes: readonly Box[], { layout, words }: Scene, palette: Palette): void {
  let last = Number.NEGATIVE_INFINITY;
  for (const [i, { bar, end, top, height }] of boxes.entries()) {
    if (bar.mark !== 'lapsed' || end < layout.left || end - last < 7) continue;
    last = end;
    const middle = top + height / 2;
    pen.fillStyle = palette.surface;
    pen.strokeStyle = palette['lost-mark'];
    pen.lineWidth = 1.75;
    pen.beginPath();
    pen.moveTo(end, middle - 7);
    pen.lineTo(end + 6, middle);
    pen.lineTo(end, middle + 7);
    pen.lineTo(end - 6, middle);
    pen.closePath();
    pen.fill();
    pen.stroke();
    const room = (boxes[i + 1]?.x ?? layout.width - RIGHT) - end - 18;
    if (!bar.span || room < LEAST_WORDS) continue;
    const text = words.lapsed(bar.toMs, expiryProofOf(bar.span) !== null);
    if (pen.measureText(text).width < room) {
      pen.fillStyle = palette['lost-text'];
      pen.fillText(text, end + 12, middle + 4);
    }
  }
}
