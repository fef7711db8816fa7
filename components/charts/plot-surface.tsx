'use client';

import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { useT } from '@/components/i18n/use-t';
import type { TimeRange } from '@/lib/api/history-queries';
import { bucketAt, type ChartModel } from './chart-model';
import { useCrosshairStore, useOwnCrosshair } from './crosshair';
import { type Geometry, momentAtX, xOf } from './geometry';
import { PlotCursor } from './plot-cursor';
import { brushed } from './range';
import { ReadoutBox } from './readout-box';
import { keyPressOf } from './surface-keys';
import { useReadout } from './use-readout';

/** A press that moves less, px, is a click. */
const DRAG_PX = 5;
const MENU_PX = 60;

type Props = {
  id: string;
  label: string;
  model: ChartModel;
  geometry: Geometry;
  onZoom(range: TimeRange): void;
};

/** What takes pointer and keys over a plot, and shows what they point at. To screen readers it is a slider over time. */
export function PlotSurface({ id, label, model, geometry, onZoom }: Props) {
  const t = useT('historyCharts');
  const store = useCrosshairStore();
  const cross = useOwnCrosshair(id);
  const readout = useReadout();
  const ref = useRef<HTMLDivElement>(null);
  const press = useRef<{ x: number; atMs: number } | null>(null);
  const { buckets } = model;
  const { left, right, top, bottom } = geometry;
  const at = cross.atMs !== null ? bucketAt(buckets, cross.atMs) : buckets.length - 1;

  const said = readout(model, at);

  const momentOf = ({ clientX }: { clientX: number }) =>
    momentAtX(clientX - (ref.current?.getBoundingClientRect().left ?? 0) + left, model, geometry);
  const isDrag = ({ clientX }: { clientX: number }) =>
    press.current !== null && Math.abs(clientX - press.current.x) >= DRAG_PX;
  const leave = () => {
    if (press.current !== null || store.get().owner !== id) return;
    store.set({ atMs: null, owner: null, brush: null });
  };
  const choose = (atMs: number) => {
    const box = ref.current?.getBoundingClientRect();
    if (!box) return;
    const anchor = {
      x: box.left + xOf(atMs, model, geometry) - left,
      y: box.top + Math.min(box.height / 2, MENU_PX),
    };
    const untilMs = buckets[bucketAt(buckets, atMs)]?.endMs ?? atMs;
    store.set({
      atMs,
      owner: id,
      brush: null,
      chosen: { atMs: Math.round(atMs), untilMs, anchor, from: ref.current },
    });
  };

  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture?.(event.pointerId);
    press.current = { x: event.clientX, atMs: momentOf(event) };
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const atMs = momentOf(event);
    const fromMs = press.current?.atMs ?? atMs;
    store.set({ atMs, owner: id, brush: isDrag(event) ? { fromMs, toMs: atMs } : null });
  };
  const onPointerUp = (event: PointerEvent<HTMLDivElement>) => {
    const from = press.current;
    if (!from) return;
    const dragged = isDrag(event);
    press.current = null;
    store.set({ brush: null });
    if (dragged) onZoom(brushed(from.atMs, momentOf(event), model));
    else choose(momentOf(event));
  };
  const onPointerCancel = () => {
    press.current = null;
    leave();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const act = keyPressOf(event, buckets, cross);
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    if (act.do === 'move') store.set({ atMs: act.atMs, owner: id, brush: act.brush });
    else if (act.do === 'choose') choose(act.atMs);
    else {
      store.set({ brush: null });
      if (act.do === 'zoom') onZoom(brushed(act.fromMs, act.toMs, model));
    }
  };

  return (
    <>
      <PlotCursor model={model} geometry={geometry} />
      {cross.atMs === null || said === null ? null : (
        <ReadoutBox model={model} geometry={geometry} atMs={cross.atMs} readout={said} />
      )}
      <div
        ref={ref}
        role="slider"
        tabIndex={0}
        aria-label={t('surface', { title: label })}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, buckets.length - 1)}
        aria-valuenow={Math.max(0, at)}
        aria-valuetext={said?.sentence ?? t('nothing')}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={onPointerCancel}
        onPointerLeave={leave}
        onKeyDown={onKeyDown}
        onBlur={leave}
        className="absolute cursor-crosshair touch-pan-y rounded-sm"
        style={{ left, top, width: right - left, height: bottom - top }}
      />
    </>
  );
}
