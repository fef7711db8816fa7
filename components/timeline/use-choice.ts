'use client';

import { type KeyboardEvent, useState } from 'react';
import type { Bar, Lane } from './lanes';
import { nearestBar } from './layout';
import { panView, revealView, type View, zoomView } from './view';

const ZOOM = 1.6;
const PAN = 0.2;

type ChosenBar = { lane: number; bar: Bar };

type Options = {
  lanes: readonly Lane[];
  view(): View;
  nowMs: number;
  show(view: View): void;
  onReset(): void;
  onOpen(choice: ChosenBar): void;
  scrollToLane(lane: number): void;
};

/**
 * The bar that is chosen, and the keys of the picture: plus and minus zoom, 0 goes back, left and right move the picture
 * or, once up and down have chosen a bar, go from bar to bar; Enter opens it, Escape lets it go.
 */
export function useChoice({ lanes, view, nowMs, show, onReset, onOpen, scrollToLane }: Options) {
  const [key, setKey] = useState<string | null>(null);
  const choice = key === null ? null : findBar(lanes, key);

  function choose(next: ChosenBar | null): void {
    setKey(next?.bar.key ?? null);
    if (!next) return;
    scrollToLane(next.lane);
    const shown = revealView(view(), next.bar.fromMs, next.bar.toMs, nowMs);
    if (shown !== view()) show(shown);
  }

  function step(by: -1 | 1): void {
    if (!choice) {
      show(panView(view(), by * PAN, nowMs));
      return;
    }
    const bars = lanes[choice.lane]?.bars ?? [];
    const next = bars[bars.indexOf(choice.bar) + by];
    if (next) choose({ lane: choice.lane, bar: next });
  }

  function changeLane(by: -1 | 1): void {
    const { fromMs, toMs } = view();
    const middle = choice ? Math.max(fromMs, Math.min(toMs, choice.bar.fromMs)) : (fromMs + toMs) / 2;
    const lane = choice ? choice.lane + by : by > 0 ? 0 : lanes.length - 1;
    const bar = nearestBar(lanes[lane], middle);
    if (bar) choose({ lane, bar });
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== event.currentTarget) return;
    const middle = () => (choice ? choice.bar.fromMs : (view().fromMs + view().toMs) / 2);
    const act: Record<string, () => void> = {
      ArrowLeft: () => (event.shiftKey ? show(panView(view(), -PAN, nowMs)) : step(-1)),
      ArrowRight: () => (event.shiftKey ? show(panView(view(), PAN, nowMs)) : step(1)),
      ArrowUp: () => changeLane(-1),
      ArrowDown: () => changeLane(1),
      '+': () => show(zoomView(view(), 1 / ZOOM, middle(), nowMs)),
      '=': () => show(zoomView(view(), 1 / ZOOM, middle(), nowMs)),
      '-': () => show(zoomView(view(), ZOOM, middle(), nowMs)),
      '0': onReset,
      ...(choice && { Enter: () => onOpen(choice), Escape: () => setKey(null) }),
    };
    const run = act[event.key];
    if (!run) return;
    event.preventDefault();
    run();
  }

  return { choice, choose, onKeyDown };
}

function findBar(lanes: readonly Lane[], key: string): ChosenBar | null {
  for (const [lane, { bars }] of lanes.entries()) {
    const bar = bars.find((each) => each.key === key);
    if (bar) return { lane, bar };
  }
  return null;
}
