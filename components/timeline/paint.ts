import { HEAD, laneXOf } from './layout';
import { paintLanes } from './paint-lanes';
import { paintGaps, paintMarks } from './paint-marks';
import { paintWaiting } from './paint-waiting';
import type { Palette } from './palette';
import type { Pen, Scene } from './scene';

/** Paints the whole picture, at the canvas' own resolution. */
export function paint(pen: Pen, scene: Scene, palette: Palette): void {
  const { layout } = scene;
  pen.clearRect(0, 0, layout.width, layout.height);
  pen.textBaseline = 'alphabetic';
  pen.font = palette.font;
  paintGrid(pen, scene, palette);
  paintGaps(pen, scene, palette);
  paintLanes(pen, scene, palette);
  if (layout.waitingHeight > 0) paintWaiting(pen, scene, palette);
  paintMarks(pen, scene, palette);
}

/** Lines at round times, and their words under them. */
function paintGrid(pen: Pen, { layout, view, ticks, words }: Scene, palette: Palette): void {
  const bottom = HEAD + layout.lanesHeight + layout.waitingHeight;
  const end = layout.width - 14;
  pen.fillStyle = palette.line;
  for (const { atMs } of ticks)
    pen.fillRect(Math.round(laneXOf(atMs, view, layout)), HEAD - 4, 1, bottom - HEAD + 4);
  pen.fillRect(layout.left, bottom, end - layout.left, 1);
  pen.fillStyle = palette['text-3'];
  let free = layout.left - 30;
  for (const tick of ticks) {
    const text = words.tick(tick);
    const width = pen.measureText(text).width;
    const x = Math.min(Math.max(layout.left, laneXOf(tick.atMs, view, layout) - width / 2), end + 10 - width);
    if (x < free) continue;
    pen.fillText(text, x, bottom + 17);
    free = x + width + 12;
  }
}
