'use client';

import { History, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormat } from '@/components/i18n/use-format';
import { type T, useT } from '@/components/i18n/use-t';
import { Button } from '@/components/ui/button';
import { cx } from '@/components/ui/cx';
import { expiryProofOf } from '@/lib/domain/locks/expired-while-held';
import type { Bar, Lane } from './lanes';

const WIDTH = 300;

type Props = {
  bar: Bar;
  lane: Lane | undefined;
  /** It was chosen and stays, with what can be done. */
  isPinned: boolean;
  place: { x: number; y: number; width: number };
  onMoment: ((atMs: number) => void) | undefined;
  onClose(): void;
};

/** All that is known of a hold, beside it. */
export function BarCard({ bar, lane, isPinned, place, onMoment, onClose }: Props) {
  const t = useT('timeline');
  const common = useT('common');
  const facts = useBarFacts()(bar);
  const width = Math.min(WIDTH, place.width - 16);
  const left = Math.max(8, Math.min(place.x - width / 2, place.width - width - 8));
  return (
    <div
      role="note"
      style={{ left, top: place.y + 38, width }}
      className={cx(
        'absolute z-20 rounded-md border border-line bg-raised p-2.5 text-sm shadow-float',
        !isPinned && 'pointer-events-none',
      )}
    >
      <p className="mb-1 flex items-start gap-2">
        <bdi dir="ltr" className="min-w-0 flex-1 break-all font-semibold">
          {lane?.name ?? t('nobody')}
        </bdi>
        {isPinned ? (
          <Button
            variant="ghost"
            size="sm"
            square
            className="-my-1 -me-1"
            aria-label={common('close')}
            icon={<X size={14} aria-hidden />}
            onClick={onClose}
          />
        ) : null}
      </p>
      <dl className="flex flex-col gap-0.5">
        {facts.map(([name, value]) => (
          <div key={name} className="flex gap-2">
            <dt className="w-20 shrink-0 text-3">{name}</dt>
            <dd className="num min-w-0 whitespace-normal break-words">{value}</dd>
          </div>
        ))}
      </dl>
      {isPinned && onMoment ? (
        <p className="-mx-1 mt-1.5 flex flex-wrap gap-x-2">
          <Moment atMs={bar.fromMs} onMoment={onMoment} label={t('card.toStart')} />
          {bar.goesOn ? null : <Moment atMs={bar.toMs} onMoment={onMoment} label={t('card.toEnd')} />}
        </p>
      ) : null}
    </div>
  );
}

function Moment({ atMs, onMoment, label }: { atMs: number; onMoment(atMs: number): void; label: string }) {
  return (
    <Button
      variant="link"
      size="sm"
      icon={<History size={14} aria-hidden />}
      onClick={() => onMoment(Math.round(atMs))}
    >
      {label}
    </Button>
  );
}

/** The same in one sentence, for those who cannot see the picture. */
export function useBarText(): (bar: Bar, name: string | null) => string {
  const t = useT('timeline');
  const factsOf = useBarFacts();
  return (bar, name) => [name ?? t('nobody'), ...factsOf(bar).map((fact) => fact.join(': '))].join(', ');
}

/** What is known of a hold or of many, as names and values. */
function useBarFacts(): (bar: Bar) => [string, string][] {
  const t = useT('timeline');
  const format = useFormat();
  return (bar) => {
    const { span, block } = bar;
    const facts: [string, ReactNode][] = [
      [
        t('card.from'),
        `${span && span.fromKnown !== 'seen' ? `${t(`known.${span.fromKnown}`)} ` : ''}${format.moment(bar.fromMs)}`,
      ],
      [t('card.to'), bar.goesOn ? t('card.goesOn') : format.moment(bar.toMs)],
      [t('card.held'), format.duration(block?.heldMs ?? bar.toMs - bar.fromMs)],
      ...(block
        ? [
            [t('card.holds'), t('bar.holds', { count: block.holds, n: format.count(block.holds) })] as [
              string,
              string,
            ],
          ]
        : []),
      [t('card.ended'), span ? barEndOf(t, span) : blockEnd(t, block)],
      [t('card.gone'), bar.goneFromMs === null ? null : format.moment(bar.goneFromMs)],
      [
        t('card.waiters'),
        span ? (span.waitersMax === null ? t('card.unknown') : format.count(span.waitersMax)) : null,
      ],
      [
        t('card.lease'),
        span
          ? span.noTtl
            ? t('card.noTtl')
            : span.leaseMs === null
              ? t('card.unknown')
              : format.span(span.leaseMs)
          : null,
      ],
      [t('card.renewals'), span ? format.count(span.renewals) : null],
      [
        t('card.overrun'),
        span?.overrunMs
          ? t('card.overrunBy', { duration: format.duration(span.overrunMs) })
          : span && expiryProofOf(span) === 'lived-on'
            ? t('card.livedOn')
            : null,
      ],
      [t('card.fencing'), span?.fencing ?? null],
      [t('card.token'), span?.token ?? null],
    ];
    return facts.flatMap(([name, value]) =>
      value === null ? [] : [[name, String(value)] as [string, string]],
    );
  };
}

/** How a hold ended, and how that is known; null = it goes on. */
export function barEndOf(
  t: T<'timeline'>,
  { ended, endedBy }: { ended: string | null; endedBy: string | null },
): string | null {
  if (ended === null) return null;
  const how = t.has(`ended.${ended}`) ? t(`ended.${ended as 'released'}`) : ended;
  return endedBy === null
    ? how
    : t('endedBy', { how, by: t.has(`by.${endedBy}`) ? t(`by.${endedBy as 'event'}`) : endedBy });
}

function blockEnd(t: T<'timeline'>, block: Bar['block']): string | null {
  if (!block || (block.lapses === 0 && block.forced === 0)) return null;
  return t('card.blockEnd', { lapses: block.lapses, forced: block.forced });
}
