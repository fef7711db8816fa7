import { HEAD, laneXOf, RIGHT } from './layout';
import type { Palette } from './palette';
import type { Pen, Scene } from './scene';

/** Room over the steps for the last figure. */
const TOP = 18;

/** How many waited, as steps under the lanes; where it cannot be known there is nothing. */
export function paintWaiting(pen: Pen, scene: Scene, palette: Palette): void {
  const { timeline, view, layout, nowMs, words } = scene;
  const top = HEAD + layout.lanesHeight + TOP;
  const bottom = HEAD + layout.lanesHeight + layout.waitingHeight;
  const steps = stepsOf(scene);
  const most = Math.max(1, ...steps.map(({ waiters }) => waiters ?? 0));
  const scale = most <= 2 ? most : Math.ceil(most / 2) * 2;
  const yOf = (waiters: number) => Math.round(bottom - (waiters / scale) * (bottom - top));
  pen.save();
  pen.beginPath();
  pen.rect(layout.left, top - TOP, layout.width - RIGHT - layout.left, bottom - top + TOP);
  pen.clip();
  for (const { fromX, toX, waiters } of steps) {
    if (!waiters) continue;
    pen.fillStyle = palette['contended-mark'];
    pen.globalAlpha = 0.16;
    pen.fillRect(fromX, yOf(waiters), toX - fromX, bottom - yOf(waiters));
    pen.globalAlpha = 1;
  }
  pen.strokeStyle = palette['contended-mark'];
  pen.lineWidth = 1.5;
  pen.beginPath();
  let before: number | null = null;
  for (const { fromX, toX, waiters } of steps) {
    if (waiters === null) {
      before = null;
      continue;
    }
    const y = yOf(waiters);
    if (before === null) pen.moveTo(fromX, y);
    else pen.lineTo(fromX, y);
    pen.lineTo(toX, y);
    before = y;
  }
  pen.stroke();
  pen.restore();
  paintWords();

  function paintWords() {
    pen.textAlign = 'right';
    pen.fillStyle = palette['text-2'];
    pen.fillText(words.waiters, layout.left - 12, bottom - 22);
    pen.fillStyle = palette['text-3'];
    pen.fillText(words.scale(scale), layout.left - 12, bottom - 8);
    const last = steps.at(-1);
    if (last?.waiters && view.toMs >= nowMs && timeline.toMs >= Math.min(nowMs, view.toMs)) {
      pen.font = palette.strong;
      pen.fillStyle = palette['contended-text'];
      pen.fillText(
        words.queued(last.waiters),
        Math.min(last.toX, layout.width - RIGHT),
        yOf(last.waiters) - 5,
      );
      pen.font = palette.font;
    }
    pen.textAlign = 'left';
  }
}

type Step = { fromX: number; toX: number; waiters: number | null };

/** What is in sight, a step a pixel at least: of several the highest. */
function stepsOf({ timeline, view, layout, nowMs }: Scene): Step[] {
  const steps: Step[] = [];
  const untilMs = Math.min(nowMs, Math.max(timeline.toMs, timeline.nowMs));
  for (const [i, { atMs, waiters }] of timeline.waiting.entries()) {
    const toMs = timeline.waiting[i + 1]?.atMs ?? untilMs;
    if (toMs < view.fromMs || atMs > view.toMs || toMs <= atMs) continue;
    const fromX = Math.max(layout.left - 2, laneXOf(atMs, view, layout));
    const toX = Math.min(layout.width, laneXOf(toMs, view, layout));
    const last = steps.at(-1);
    if (last && toX - last.fromX < 1 && last.waiters !== null && waiters !== null) {
      last.waiters = Math.max(last.waiters, waiters);
      last.toX = toX;
    } else steps.push({ fromX, toX, waiters });
  }
  return steps;
}
