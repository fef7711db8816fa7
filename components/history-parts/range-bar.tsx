'use client';

import { ChevronLeft, ChevronRight, Undo2, ZoomOut } from 'lucide-react';
import { useState } from 'react';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { useNarrow } from '@/components/list-parts/use-narrow';
import { Button } from '@/components/ui/button';
import { Segmented } from '@/components/ui/segmented';
import { Select } from '@/components/ui/select';
import { isMoving, LAST_NAMES, LASTS, type Last } from '../charts/range';
import { RangeInputs } from './range-inputs';
import type { UseRange } from './use-range';

type Choice = Last | 'custom';

/** The one range of all charts: lengths up to now, two moments, earlier and later, wider and back. */
export function RangeBar({ ranged, nowMs }: { ranged: UseRange; nowMs: number }) {
  const t = useT('history');
  const format = useFormat();
  const isNarrow = useNarrow();
  const { choice, range, set, back, shift, widen } = ranged;
  const [isOpen, setOpen] = useState(false);
  const moving = isMoving(choice);
  const value: Choice = isOpen || !moving ? 'custom' : choice.last;
  const choose = (next: Choice) => {
    setOpen(next === 'custom');
    if (next !== 'custom') set({ last: next });
  };
  const options = [
    ...LAST_NAMES.map((name) => ({ value: name as Choice, label: format.span(LASTS[name]) })),
    { value: 'custom' as Choice, label: t('range.custom') },
  ];
  return (
    <>
      <fieldset className="flex min-w-0 flex-wrap items-center gap-2 sm:ms-auto">
        <legend className="sr-only">{t('range.label')}</legend>
        {range ? (
          <p className="num text-3 text-sm max-xl:hidden">
            {moving ? null : `${t('range.still')} · `}
            {rangeText(format.moment(range.fromMs), format.moment(range.toMs))}
          </p>
        ) : null}
        {back ? (
          <Button size="sm" icon={<Undo2 size={14} aria-hidden />} onClick={back}>
            {t('range.back')}
          </Button>
        ) : null}
        {isNarrow ? (
          <Select small label={t('range.label')} value={value} onChange={choose} options={options} />
        ) : (
          <Segmented label={t('range.label')} value={value} onChange={choose} options={options} />
        )}
        <span className="flex">
          <Tool label={t('range.earlier')} keys="[" onClick={() => shift(-1)}>
            <ChevronLeft size={16} aria-hidden />
          </Tool>
          <Tool label={t('range.later')} keys="]" off={moving} onClick={() => shift(1)}>
            <ChevronRight size={16} aria-hidden />
          </Tool>
          <Tool label={t('range.widen')} onClick={widen}>
            <ZoomOut size={16} aria-hidden />
          </Tool>
        </span>
      </fieldset>
      {range && value === 'custom' ? (
        <RangeInputs
          key={moving ? 'moving' : `${range.fromMs} ${range.toMs}`}
          range={range}
          nowMs={nowMs}
          onRange={(next) => {
            setOpen(false);
            set(next);
          }}
        />
      ) : null}
    </>
  );
}

/** The day and the zone once, where both ends share them. */
export function rangeText(from: string, to: string): string {
  const [fromDay, fromTime, fromZone] = from.split(' ');
  const [toDay, toTime, toZone] = to.split(' ');
  const start = fromZone === toZone ? `${fromDay} ${fromTime}` : from;
  return `${start} – ${fromDay === toDay ? '' : `${toDay} `}${toTime} ${toZone}`;
}

type ToolProps = { label: string; keys?: string; off?: boolean; onClick(): void; children: React.ReactNode };

function Tool({ label, keys, off, onClick, children }: ToolProps) {
  const title = keys ? `${label} (${keys})` : label;
  return (
    <Button
      size="sm"
      square
      variant="ghost"
      aria-label={label}
      aria-keyshortcuts={keys}
      title={title}
      off={off ?? false}
      onClick={onClick}
    >
      {children}
    </Button>
  );
}
