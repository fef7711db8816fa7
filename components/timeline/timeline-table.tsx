'use client';

import { useState } from 'react';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { UnknownRing } from '@/components/lock-parts/waiters-cell';
import { Button } from '@/components/ui/button';
import { ScrollRegion } from '@/components/ui/scroll-region';
import type { Timeline } from '@/lib/contract/past';
import { barEndOf } from './bar-card';
import { lanesOf } from './lanes';
import type { View } from './view';

/** So many rows are drawn at first, and again when asked for. */
const STEP = 200;

type Props = { timeline: Timeline; view: View };

/** The holds that are in sight as a table, the newest first. */
export function TimelineTable({ timeline, view }: Props) {
  const t = useT('timeline');
  const format = useFormat();
  const [drawn, setDrawn] = useState(STEP);
  const bars = lanesOf(timeline)
    .flatMap((lane) => lane.bars.map((bar) => ({ lane, bar })))
    .filter(({ bar }) => bar.toMs >= view.fromMs && bar.fromMs <= view.toMs)
    .sort((a, b) => b.bar.fromMs - a.bar.fromMs);
  return (
    <ScrollRegion label={t('table.caption')} className="max-h-96 overflow-auto">
      <table className="num w-full min-w-[680px]">
        <caption className="sr-only">{t('table.caption')}</caption>
        <thead className="sticky top-0 z-10 bg-surface text-3 text-xs">
          <tr className="h-8 [&>th]:px-3">
            <th scope="col">{t(timeline.lanesBy === 'lock' ? 'table.lock' : 'table.holder')}</th>
            <th scope="col">{t('card.from')}</th>
            <th scope="col">{t('card.to')}</th>
            <th scope="col" className="text-end">
              {t('card.held')}
            </th>
            <th scope="col">{t('card.ended')}</th>
            <th scope="col" className="text-end">
              {t('card.waiters')}
            </th>
            <th scope="col" className="text-end">
              {t('card.lease')}
            </th>
          </tr>
        </thead>
        <tbody>
          {bars.slice(0, drawn).map(({ lane, bar: { key, span, block, ...bar } }) => (
            <tr key={`${lane.id} ${key}`} className="h-8 border-line border-t [&>*]:px-3">
              <th scope="row" className="max-w-64 truncate font-normal">
                <bdi dir="ltr" title={lane.name ?? undefined}>
                  {lane.name ?? t('nobody')}
                </bdi>
              </th>
              <td title={format.moment(bar.fromMs)}>
                {span && span.fromKnown !== 'seen' ? `${t(`known.${span.fromKnown}`)} ` : null}
                {format.moment(bar.fromMs).slice(5, 19)}
              </td>
              <td title={bar.goesOn ? undefined : format.moment(bar.toMs)}>
                {bar.goesOn ? t('card.goesOn') : format.moment(bar.toMs).slice(5, 19)}
              </td>
              <td className="text-end">{format.duration(block?.heldMs ?? bar.toMs - bar.fromMs)}</td>
              <td className="text-2">
                {span
                  ? barEndOf(t, span)
                  : t('bar.holds', { count: block?.holds ?? 0, n: format.count(block?.holds ?? 0) })}
              </td>
              <td className="text-end">
                {span?.waitersMax == null ? (
                  <UnknownRing label={t('card.unknown')} />
                ) : (
                  format.count(span.waitersMax)
                )}
              </td>
              <td className="text-end">
                {span?.noTtl ? (
                  t('card.noTtl')
                ) : span?.leaseMs == null ? (
                  <UnknownRing label={t('card.unknown')} />
                ) : (
                  format.span(span.leaseMs)
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {drawn < bars.length ? (
        <Button size="sm" variant="link" onClick={() => setDrawn(drawn + STEP)}>
          {t('table.more', { shown: format.count(drawn), total: format.count(bars.length) })}
        </Button>
      ) : null}
    </ScrollRegion>
  );
}
