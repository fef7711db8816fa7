'use client';

import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTarget } from '@/components/app/use-target';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { Segmented } from '@/components/ui/segmented';
import { historyQueries } from '@/lib/api/history-queries';
import type { HistoryMark } from '@/lib/contract/history/past';
import { useMomentText } from './use-moment-text';

const REACHES = { h1: 3_600_000, h24: 86_400_000, all: Number.POSITIVE_INFINITY } as const;
type Reach = keyof typeof REACHES;

/** A slider that moves is followed this much later. */
const FOLLOW_MS = 120;
/** The range of the marks stands for so long. */
const GRID_MS = 60_000;

type Props = { atMs: number; nowMs: number; onMove(atMs: number): void };

/** The time that is kept, as a slider, with what happened on it. */
export function MomentSlider({ atMs, nowMs, onMove }: Props) {
  const t = useT('rewind');
  const format = useFormat();
  const textOf = useMomentText();
  const [target] = useTarget();
  const [reach, setReach] = useState<Reach>('h1');
  const [slid, setSlid] = useState<number | null>(null);
  const status = useQuery(historyQueries.status());
  const oldestMs = status.data?.reaches.spans ?? null;
  const fromMs = Math.max(
    oldestMs ?? 0,
    nowMs - Math.min(REACHES[reach], nowMs - (oldestMs ?? nowMs - REACHES.h24)),
  );
  const range = {
    fromMs: Math.floor(fromMs / GRID_MS) * GRID_MS,
    toMs: Math.ceil(nowMs / GRID_MS) * GRID_MS,
  };
  const marks = useQuery({
    ...historyQueries.marks({ target, family: null, lock: null }, range),
    enabled: nowMs > 0,
  });
  const follow = useFollow(onMove);
  const value = Math.min(Math.max(slid ?? atMs, fromMs), nowMs);
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex items-center gap-2">
        <Segmented<Reach>
          label={t('reach.label')}
          value={reach}
          onChange={setReach}
          options={(['h1', 'h24', 'all'] as const).map((each) => ({
            value: each,
            label: t(`reach.${each}`),
          }))}
        />
        <span className="num min-w-0 truncate text-3 text-sm">
          {oldestMs === null ? t('reach.unknown') : t('reach.since', { time: textOf(oldestMs, nowMs) })}
        </span>
      </div>
      <Marks marks={marks.data?.marks ?? []} fromMs={fromMs} toMs={nowMs} />
      <input
        type="range"
        aria-label={t('slider')}
        aria-valuetext={format.moment(value)}
        min={Math.floor(fromMs / 1_000)}
        max={Math.floor(nowMs / 1_000)}
        step={1}
        value={Math.floor(value / 1_000)}
        onChange={(event) => {
          const next = Number(event.target.value) * 1_000;
          setSlid(next);
          follow(next, () => setSlid(null));
        }}
        className="h-6 w-full accent-info-mark"
      />
      <p className="num flex justify-between text-3 text-xs">
        <span>{textOf(fromMs, nowMs)}</span>
        <span>{t('now')}</span>
      </p>
    </div>
  );
}

const TONES: Partial<Record<HistoryMark['kind'], string>> = {
  'force-released': 'bg-info-mark',
  expired: 'bg-lost-mark',
  lost: 'bg-lost-mark',
  'taken-over': 'bg-lost-mark',
  restart: 'bg-lost-mark',
  failover: 'bg-lost-mark',
  'holder-gone': 'bg-risk-mark',
  'finding-raised': 'bg-risk-mark',
  deploy: 'bg-control',
  note: 'bg-control',
};

/** What happened, as ticks over the slider. */
function Marks({ marks, fromMs, toMs }: { marks: readonly HistoryMark[]; fromMs: number; toMs: number }) {
  const shown = marks.filter(({ kind, atMs }) => TONES[kind] && atMs >= fromMs && atMs <= toMs).slice(-200);
  return (
    <div aria-hidden className="relative mx-2 h-2.5 border-line border-b">
      {shown.map(({ id, kind, atMs, title }) => (
        <span
          key={id}
          title={title}
          style={{ insetInlineStart: `${((atMs - fromMs) / Math.max(1, toMs - fromMs)) * 100}%` }}
          className={`absolute bottom-0 h-2.5 w-0.5 ${TONES[kind]}`}
        />
      ))}
    </div>
  );
}

/** Calls a little later, once for many moves; what is pending when the slider goes away is dropped. */
function useFollow(onMove: (atMs: number) => void): (atMs: number, then: () => void) => void {
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const latest = useRef(onMove);
  useEffect(() => {
    latest.current = onMove;
  });
  useEffect(
    () => () => {
      if (timer.current) clearTimeout(timer.current);
    },
    [],
  );
  return (atMs, then) => {
    if (timer.current) clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      latest.current(atMs);
      then();
    }, FOLLOW_MS);
  };
}
