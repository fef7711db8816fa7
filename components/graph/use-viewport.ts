'use client';

import { type RefCallback, useCallback, useRef, useState } from 'react';
import type { Size } from '@/components/ui/use-size';
import { type Area, begin, fittedViewport, type Viewport, zoom } from './viewport';

/** Beyond this a press is a drag and no click, px. */
const DRAG_PX = 4;
const STEP = 1.25;
const PAN_PX = 60;

export type UseViewport = {
  view: Viewport;
  /** Moves to where a function of the present place says. */
  move(next: (view: Viewport) => Viewport): void;
  showAll(): void;
  zoomBy(factor: number): void;
  /** What a key does; whether it does anything. */
  onKey(key: string): boolean;
  /** For the frame: drags, and the wheel with a modifier. */
  frame: RefCallback<HTMLElement>;
};

/** Where the picture lies: all of it in sight, or as much as can be read with `first` in the middle, until somebody moves it, then where that person left it. */
export function useViewport(picture: Size, room: Size | null, first: Area | null): UseViewport {
  const [moved, setMoved] = useState<Viewport | null>(null);
  const start = room ? begin(picture, room, first) : { x: 0, y: 0, scale: 1 };
  const latest = useRef(start);
  const view = moved ?? start;
  latest.current = view;

  const move = useCallback((next: (view: Viewport) => Viewport) => {
    const now = next(latest.current);
    if (now === latest.current) return;
    latest.current = now;
    setMoved(now);
  }, []);

  const frame = useCallback((element: HTMLElement | null) => element && listen(element, move), [move]);

  const middle = { x: (room?.width ?? 0) / 2, y: (room?.height ?? 0) / 2 };
  const zoomBy = (factor: number) => move((now) => zoom(now, factor, middle));
  const pan = (x: number, y: number) => move((now) => ({ ...now, x: now.x + x, y: now.y + y }));
  const fitAll = () => room && move(() => fittedViewport(picture, room));
  const keys: Record<string, () => void> = {
    ArrowLeft: () => pan(PAN_PX, 0),
    ArrowRight: () => pan(-PAN_PX, 0),
    ArrowUp: () => pan(0, PAN_PX),
    ArrowDown: () => pan(0, -PAN_PX),
    '+': () => zoomBy(STEP),
    '=': () => zoomBy(STEP),
    '-': () => zoomBy(1 / STEP),
    '0': fitAll,
  };
  return {
    view,
    move,
    showAll: fitAll,
    zoomBy,
    onKey: (key) => {
      keys[key]?.();
      return key in keys;
    },
    frame: frame as RefCallback<HTMLElement>,
  };
}

type Move = UseViewport['move'];

function listen(element: HTMLElement, move: Move): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  let drag: { id: number; x: number; y: number; isDrag: boolean } | null = null;

  element.addEventListener(
    'wheel',
    (event) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault(); // else the page is zoomed
      const { left, top } = element.getBoundingClientRect();
      const factor = Math.exp(-Math.max(-60, Math.min(60, event.deltaY)) / 240);
      move((now) => zoom(now, factor, { x: event.clientX - left, y: event.clientY - top }));
    },
    { passive: false, signal },
  );
  element.addEventListener(
    'pointerdown',
    ({ button, pointerId: id, clientX: x, clientY: y, isPrimary }) => {
      if (button === 0 && isPrimary) drag = { id, x, y, isDrag: false };
    },
    { signal },
  );
  element.addEventListener(
    'pointermove',
    ({ pointerId, clientX, clientY, buttons }) => {
      if (drag?.id !== pointerId) return;
      if (buttons === 0) {
        drag = null;
        return;
      }
      const [x, y] = [clientX - drag.x, clientY - drag.y];
      if (!drag.isDrag && Math.hypot(x, y) < DRAG_PX) return;
      if (!drag.isDrag) element.setPointerCapture(pointerId);
      drag = { id: pointerId, x: clientX, y: clientY, isDrag: true };
      move((now) => ({ ...now, x: now.x + x, y: now.y + y }));
    },
    { signal },
  );
  element.addEventListener(
    'click',
    (event) => {
      if (drag?.isDrag) {
        event.preventDefault(); // the end of a drag opens nothing
        event.stopPropagation();
      }
      drag = null;
    },
    { capture: true, signal },
  );
  element.addEventListener('pointercancel', () => (drag = null), { signal });
  element.addEventListener('dragstart', (event) => event.preventDefault(), { signal });
  return () => ending.abort();
}
