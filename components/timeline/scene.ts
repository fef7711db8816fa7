import type { HistoryMark, Timeline } from '@/lib/contract/history/past';
import type { Tick } from '../charts/time-axis';
import type { Lane } from './lanes';
import type { Layout } from './layout';
import type { View } from './view';

/** Everything that is painted. */
export type Scene = {
  timeline: Timeline;
  lanes: readonly Lane[];
  /** Of the timeline, and what follows from its holds. */
  marks: readonly HistoryMark[];
  /** Index of the lane that a forced release is about, by the id of its mark. */
  forcedLanes: ReadonlyMap<string, number>;
  view: View;
  layout: Layout;
  scrollTop: number;
  nowMs: number;
  /** A moment that the page is about; null = none but now. */
  cursorMs: number | null;
  /** Key of the bar that is chosen. */
  chosen: string | null;
  ticks: readonly Tick[];
  words: PaintWords;
};

/** What is said in the picture. */
export type PaintWords = {
  tick(tick: Tick): string;
  clock(atMs: number): string;
  duration(ms: number): string;
  count(count: number): string;
  held(ms: number, renewals: number): string;
  holds(count: number): string;
  /** `isProven` = its holder is proven to have gone on. */
  lapsed(atMs: number, isProven: boolean): string;
  queued(count: number): string;
  waiters: string;
  scale(most: number): string;
  unwatched: string;
  mark(kind: string, title: string): string;
};

export type Pen = CanvasRenderingContext2D;

/** Text on its own ground, so that lines behind it do not cross it. */
export function label(pen: Pen, text: string, x: number, y: number, ground: string, ink: string): void {
  const width = pen.measureText(text).width;
  pen.fillStyle = ground;
  pen.globalAlpha = 0.86;
  pen.fillRect(x - 2, y - 10, width + 4, 13);
  pen.globalAlpha = 1;
  pen.fillStyle = ink;
  pen.fillText(text, x, y);
}
