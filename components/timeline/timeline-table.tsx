'use client';

import { useState } from 'react';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { UnknownRing } from '@/components/lock-parts/waiters-cell';
import { Button } from '@/components/ui/button';
import { DataTable } from '@/components/ui/data-table/data-table';
import type { Timeline } from '@/lib/contract/history/past';
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
  const unknown = <UnknownRing label={t('card.unknown')} />;
  return (
    <DataTable
      caption={t('table.caption')}
      scroll="max-h-96 overflow-auto"
      className="num min-w-[680px]"
      sticky
      columns={[
        {
          id: 'lane',
          head: t(timeline.lanesBy === 'lock' ? 'table.lock' : 'table.holder'),
          names: true,
          cellClass: 'max-w-64 truncate',
          cell: ({ lane }) => (
            <bdi dir="ltr" title={lane.name ?? undefined}>
              {lane.name ?? t('nobody')}
            </bdi>
          ),
        },
        {
          id: 'from',
          title: ({ bar }) => format.moment(bar.fromMs),
          cell: ({ bar: { span, fromMs } }) => (
            <>
              {span && span.fromKnown !== 'seen' ? `${t(`known.${span.fromKnown}`)} ` : null}
              {format.moment(fromMs).slice(5, 19)}
            </>
          ),
        },
        {
          id: 'to',
          title: ({ bar }) => (bar.goesOn ? undefined : format.moment(bar.toMs)),
          cell: ({ bar }) => (bar.goesOn ? t('card.goesOn') : format.moment(bar.toMs).slice(5, 19)),
        },
        {
          id: 'held',
          end: true,
          cell: ({ bar: { block, fromMs, toMs } }) => format.duration(block?.heldMs ?? toMs - fromMs),
        },
        {
          id: 'ended',
          cellClass: 'text-2',
          cell: ({ bar: { span, block } }) =>
            span
              ? barEndOf(t, span)
              : t('bar.holds', { count: block?.holds ?? 0, n: format.count(block?.holds ?? 0) }),
        },
        {
          id: 'waiters',
          end: true,
          cell: ({ bar: { span } }) => (span?.waitersMax == null ? unknown : format.count(span.waitersMax)),
        },
        {
          id: 'lease',
          end: true,
          cell: ({ bar: { span } }) =>
            span?.noTtl ? t('card.noTtl') : span?.leaseMs == null ? unknown : format.span(span.leaseMs),
        },
      ]}
      heads={(id) => (id === 'lane' ? null : t(`card.${id}`))}
      rows={bars.slice(0, drawn)}
      rowKey={({ lane, bar }) => `${lane.id} ${bar.key}`}
      rowClass="h-8"
      after={
        drawn < bars.length ? (
          <Button size="sm" variant="link" onClick={() => setDrawn(drawn + STEP)}>
            {t('table.more', { shown: format.count(drawn), total: format.count(bars.length) })}
          </Button>
        ) : null
      }
    />
  );
}
