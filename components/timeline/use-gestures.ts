'use client';

import { type RefObject, useEffect, useRef } from 'react';
import { type Layout, timeAt } from './layout';
import { clampView, type View, zoomView } from './view';

/** A press that moves no further than this is a click. */
const CLICK_PX = 4;
/** A gesture that stands still for so long is over. */
const SETTLE_MS = 140;

type Gestures = {
  layout: Layout;
  nowMs: number;
  /** What is in sight now, also in the middle of a gesture. */
  current: RefObject<View>;
  /** Shows another stretch at once. */
  show(view: View): void;
  /** The gesture is over: the page may follow. */
  settle(view: View): void;
  onPoint(x: number, y: number): void;
  onLeave(): void;
  onClick(x: number, y: number): void;
};

/** Drag to pan, wheel with Ctrl to zoom and with Shift to pan, on an element; `isBusy` while one is under way. */
export function useGestures(element: RefObject<HTMLElement | null>, gestures: Gestures): RefObject<boolean> {
  const latest = useRef(gestures);
  useEffect(() => {
    latest.current = gestures;
  });
  const isBusy = useRef(false);
  useEffect(() => {
    const target = element.current;
    return target ? listen(target, latest, isBusy) : undefined;
  }, [element]);
  return isBusy;
}

function listen(target: HTMLElement, latest: RefObject<Gestures>, isBusy: RefObject<boolean>): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  let drag: { x: number; y: number; view: View; moved: boolean } | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;
  const place = (event: MouseEvent) => {
    const box = target.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const show = (view: View) => {
    isBusy.current = true;
    latest.current.show(view);
    if (timer) clearTimeout(timer);
    timer = setTimeout(end, SETTLE_MS);
  };
  const end = () => {
    timer = null;
    if (drag?.moved) return;
    isBusy.current = false;
    latest.current.settle(latest.current.current.current);
  };

  target.addEventListener(
    'wheel',
    (event) => {
      const { layout, nowMs, current } = latest.current;
      const isZoom = event.ctrlKey || event.metaKey;
      const across = event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX;
      if (!isZoom && Math.abs(across) <= Math.abs(event.shiftKey ? 0 : event.deltaY)) return;
      event.preventDefault();
      const view = current.current;
      if (isZoom) {
        const by = Math.exp(Math.max(-60, Math.min(60, event.deltaY)) / 120);
        show(zoomView(view, by, timeAt(Math.max(layout.left, place(event).x), view, layout), nowMs));
      } else {
        const byMs = timeAt(across, view, layout) - timeAt(0, view, layout);
        show(clampView({ fromMs: view.fromMs + byMs, toMs: view.toMs + byMs }, nowMs));
      }
    },
    { signal, passive: false },
  );
  target.addEventListener(
    'pointerdown',
    (event) => {
      const at = place(event);
      if (event.button !== 0 || at.x < latest.current.layout.left) return;
      drag = { ...at, view: latest.current.current.current, moved: false };
    },
    { signal },
  );
  target.addEventListener(
    'pointermove',
    (event) => {
      const at = place(event);
      if (!drag) return latest.current.onPoint(at.x, at.y);
      if (!drag.moved && Math.abs(at.x - drag.x) < CLICK_PX) return;
      if (!drag.moved) target.setPointerCapture(event.pointerId);
      drag.moved = true;
      const { layout, nowMs } = latest.current;
      const { view } = drag;
      const byMs = timeAt(drag.x, view, layout) - timeAt(at.x, view, layout);
      show(clampView({ fromMs: view.fromMs + byMs, toMs: view.toMs + byMs }, nowMs));
    },
    { signal },
  );
  const lift = (event: PointerEvent) => {
    const was = drag;
    drag = null;
    if (was && !was.moved && event.type === 'pointerup') latest.current.onClick(was.x, was.y);
    else if (was?.moved) end();
  };
  target.addEventListener('pointerup', lift, { signal });
  target.addEventListener('pointercancel', lift, { signal });
  target.addEventListener('pointerleave', () => latest.current.onLeave(), { signal });
  return () => {
    ending.abort();
    if (timer) clearTimeout(timer);
  };
}
