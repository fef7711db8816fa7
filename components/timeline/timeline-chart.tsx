'use client';

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useZone } from '@/components/i18n/time-zone';
import { useT } from '@/components/i18n/use-t';
import { useSize } from '@/components/ui/use-size';
import type { Timeline } from '@/lib/contract/history/past';
import { ticksOf } from '../charts/time-axis';
import { BarCard, useBarText } from './bar-card';
import { LaneNames } from './lane-names';
import { lanesOf, lanesOfForced, marksOf } from './lanes';
import { type Hit, hitAt, LANE_HEIGHT, laneXOf, layoutOf } from './layout';
import { paint } from './paint';
import { paletteOf } from './palette';
import type { Scene } from './scene';
import { useChoice } from './use-choice';
import { useGestures } from './use-gestures';
import { useWords } from './use-words';
import type { View } from './view';

/** Lanes that are drawn; more say so. */
export const MOST_LANES = 400;

type ChartProps = {
  timeline: Timeline;
  view: View;
  /** Somebody moved or zoomed. */
  onView(view: View): void;
  /** Back to what the page shows by itself. */
  onReset(): void;
  nowMs: number;
  cursorMs?: number | null;
  /** More than so many scroll. */
  mostLanes: number;
  summary: string;
  /** Leads to a moment that was pointed at; without it a chosen hold is only shown. */
  onMoment?: ((atMs: number) => void) | undefined;
};

/** Who had what when, as lanes that can be moved and zoomed. The same stands in the table. */
export function TimelineChart({ timeline, view, onView, onReset, nowMs, ...more }: ChartProps) {
  const { cursorMs = null, mostLanes, summary, onMoment } = more;
  const t = useT('timeline');
  const { timeZone } = useZone();
  const words = useWords();
  const textOf = useBarText();
  const [measure, size] = useSize();
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const current = useRef(view);
  const [hover, setHover] = useState<(Hit & { x: number }) | null>(null);
  const order = useRef<readonly string[]>([]);
  const lanes = useMemo(() => lanesOf(timeline, order.current).slice(0, MOST_LANES), [timeline]);
  const marks = useMemo(() => marksOf(timeline), [timeline]);
  const forcedLanes = useMemo(() => lanesOfForced(marks, lanes), [marks, lanes]);
  useEffect(() => {
    order.current = lanes.map(({ id }) => id);
  }, [lanes]);
  const width = size?.width ?? 0;
  const hasWaiting = timeline.lanesBy === 'holder';
  const layout = useMemo(
    () => layoutOf(width, lanes, { mostLanes, hasWaiting }),
    [width, lanes, mostLanes, hasWaiting],
  );

  const choice = useChoice({
    lanes,
    nowMs,
    view: () => current.current,
    show: (next) => {
      show(next);
      onView(next);
    },
    onReset,
    onOpen: ({ bar }) => onMoment?.(Math.max(bar.fromMs, Math.min(bar.toMs, nowMs))),
    scrollToLane: (lane) => scrollTo(scroller.current, lane),
  });
  const isBusy = useGestures(frame, {
    layout,
    nowMs,
    current,
    show,
    settle: onView,
    onPoint: (x, y) => {
      const hit = hitAt(x, y, lanes, where());
      setHover((old) =>
        hit === null ? null : old?.bar === hit.bar && Math.abs(old.x - x) < 24 ? old : { ...hit, x },
      );
    },
    onLeave: () => setHover(null),
    onClick: (x, y) => choice.choose(hitAt(x, y, lanes, where())),
  });

  const scene = useRef<Omit<Scene, 'view' | 'ticks' | 'scrollTop'> | null>(null);
  const wanted = useRef(0);
  const draw = useRef(() => {});
  draw.current = () => {
    wanted.current = 0;
    const pen = canvas.current?.getContext('2d');
    if (!pen || !scene.current || !canvas.current || width === 0) return;
    const scale = window.devicePixelRatio || 1;
    pen.setTransform(scale, 0, 0, scale, 0, 0);
    const now = current.current;
    const ticks = ticksOf(
      now.fromMs,
      now.toMs,
      width < 480 ? 3 : Math.max(3, Math.floor(width / 110)),
      timeZone,
    );
    const scrollTop = scroller.current?.scrollTop ?? 0;
    paint(pen, { ...scene.current, view: now, ticks, scrollTop }, paletteOf(canvas.current));
  };
  useLayoutEffect(() => {
    if (!isBusy.current) current.current = view;
    scene.current = {
      timeline,
      lanes,
      marks,
      forcedLanes,
      layout,
      nowMs,
      cursorMs,
      chosen: choice.choice?.bar.key ?? null,
      words,
    };
    sizeTo(canvas.current, layout.width, layout.height);
    draw.current();
  });
  useRepaint(() => draw.current());

  const tip = hover && hover.bar !== choice.choice?.bar ? hover : choice.choice;
  return (
    <figure className="relative">
      <figcaption className="sr-only">{summary}</figcaption>
      {/* biome-ignore lint/a11y/useSemanticElements: a field set is for a form */}
      <div
        ref={(element) => {
          frame.current = element;
          return element ? measure(element) : undefined;
        }}
        role="group"
        aria-label={t('help')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys move only what has focus
        tabIndex={0}
        onKeyDown={choice.onKeyDown}
        style={{ height: layout.height }}
        dir="ltr"
        className="relative cursor-grab touch-pan-y select-none overflow-hidden text-xs outline-offset-[-2px] active:cursor-grabbing"
      >
        <canvas ref={canvas} aria-hidden className="absolute start-0 top-0" />
        {width > 0 ? <LaneNames ref={scroller} lanes={lanes} layout={layout} onScroll={request} /> : null}
      </div>
      <p aria-live="polite" className="sr-only">
        {choice.choice ? textOf(choice.choice.bar, lanes[choice.choice.lane]?.name ?? null) : null}
      </p>
      {tip && width > 0 ? (
        <BarCard
          bar={tip.bar}
          lane={lanes[tip.lane]}
          isPinned={tip === choice.choice}
          place={cardPlace(tip)}
          onMoment={onMoment}
          onClose={() => choice.choose(null)}
        />
      ) : null}
    </figure>
  );

  function show(next: View): void {
    current.current = next;
    setHover(null);
    request();
  }

  function request(): void {
    if (wanted.current === 0) wanted.current = requestAnimationFrame(() => draw.current());
  }

  function where() {
    return { view: current.current, layout, scrollTop: scroller.current?.scrollTop ?? 0 };
  }

  function cardPlace({ lane, bar, ...at }: Hit & { x?: number }) {
    const from = Math.max(layout.left, laneXOf(bar.fromMs, current.current, layout));
    const x = at.x ?? from + (Math.min(width, laneXOf(bar.toMs, current.current, layout)) - from) / 2;
    const y = (lane + 1) * LANE_HEIGHT - (scroller.current?.scrollTop ?? 0);
    return { x, y: Math.min(y, layout.lanesHeight), width };
  }
}

function scrollTo(scroller: HTMLElement | null, lane: number): void {
  if (!scroller) return;
  const top = lane * LANE_HEIGHT;
  if (top < scroller.scrollTop) scroller.scrollTop = top;
  else if (top + LANE_HEIGHT > scroller.scrollTop + scroller.clientHeight)
    scroller.scrollTop = top + LANE_HEIGHT - scroller.clientHeight + 4;
}

/** As many pixels as the screen has for the size. */
function sizeTo(canvas: HTMLCanvasElement | null, width: number, height: number): void {
  if (!canvas || width === 0) return;
  const scale = window.devicePixelRatio || 1;
  const [w, h] = [Math.round(width * scale), Math.round(height * scale)];
  if (canvas.width !== w) canvas.width = w;
  if (canvas.height !== h) canvas.height = h;
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
}

/** Paints again when the theme changes or the fonts have come. */
function useRepaint(draw: () => void): void {
  const latest = useRef(draw);
  latest.current = draw;
  useEffect(() => {
    const observer = new MutationObserver(() => latest.current());
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ['class'] });
    let isOver = false;
    void document.fonts?.ready.then(() => isOver || latest.current());
    return () => {
      isOver = true;
      observer.disconnect();
    };
  }, []);
}
