'use client';

import { useT } from '@/components/i18n/use-t';
import { ByWidth } from '@/components/list-parts/by-width';
import { useDrawn } from '@/components/list-parts/use-drawn';
import { columnsOf, EDGE } from '@/components/ui/data-table/column';
import { DataTable } from '@/components/ui/data-table/data-table';
import type { Standing } from '@/components/ui/use-standing';
import type { FamilyReport, FamilyReportRow } from '@/lib/contract/history/family-report';
import type { RangeChoice } from '../charts/range';
import { AdviceCell } from './advice-cell';
import { FamilyCell } from './family-cell';
import { FamilyDetails } from './family-details';
import {
  CoveredCell,
  DebtCell,
  ExpiredCell,
  Labelled,
  RateCell,
  WaitCell,
  WaitingNowCell,
} from './figure-cells';
import { LeaseCell } from './lease-cell';
import { rowIdOf } from './sort-report';
import { type AdviceOf, useAdvice } from './use-advice';
import type { ReportOrder } from './use-report-sort';

type Row = Standing<FamilyReportRow>;

type Props = {
  report: FamilyReport;
  rows: readonly Row[];
  sort: ReportOrder;
  open: ReadonlySet<string>;
  onToggle(id: string): void;
  choice: RangeChoice;
};

const PAD = `[td]:overflow-hidden ${EDGE}`;
const LINES = [
  ['family', 'debt'],
  ['wait', 'hold'],
  ['rate', 'expired', 'waiting'],
  ['covered', 'advice'],
] as const;

/** One family a row, and under one that is open what its figures are made of. */
export function ReportTable({ report, rows, sort, open, onToggle, choice }: Props) {
  const t = useT('families');
  const { shown, sentinel } = useDrawn(rows);
  const advice = useAdvice(report);
  const severalTargets = new Set(report.rows.map(({ target }) => target)).size > 1;
  const range = { fromMs: report.fromMs, toMs: report.toMs };
  const columns = columnsFor({ open, onToggle, choice, advice, severalTargets });
  return (
    <>
      <ByWidth>
        {(narrow) => (
          <DataTable
            caption={t('caption')}
            columns={columns.map((column) => ({ ...column, help: helpOf(column.id) }))}
            heads={(id) => t(`column.${id}`)}
            groups={shown.map((row) => ({
              key: rowIdOf(row.item),
              rows: [row],
              foot: open.has(rowIdOf(row.item)) ? (
                <Foot narrow={narrow} span={columns.length}>
                  <FamilyDetails row={row.item} range={range} choice={choice} advice={advice} />
                </Foot>
              ) : null,
            }))}
            rowKey={({ item }) => rowIdOf(item)}
            rowProps={({ item, left }) => ({
              className: [
                left ? 'text-3' : '',
                open.has(rowIdOf(item)) && !narrow ? 'bg-sunken [&>*]:border-b-0!' : '',
              ].join(' '),
            })}
            sort={sort}
            pad={PAD}
            room={216}
            sticky
            lined
            narrow={narrow}
            lines={LINES}
            detail="text-2 text-sm flex-wrap gap-x-3"
          />
        )}
      </ByWidth>
      {sentinel}
    </>
  );

  function helpOf(id: string): string {
    return id === 'family' ? '' : t(`explain.${id as 'debt'}`);
  }
}

function Foot({ narrow, span, children }: { narrow: boolean; span: number; children: React.ReactNode }) {
  if (narrow) return <div className="bg-sunken">{children}</div>;
  return (
    <tr className="bg-sunken">
      <td colSpan={span} className="p-0">
        {children}
      </td>
    </tr>
  );
}

type Of = Pick<Props, 'open' | 'onToggle' | 'choice'> & { advice: AdviceOf; severalTargets: boolean };

function columnsFor({ open, onToggle, choice, advice, severalTargets }: Of) {
  return columnsOf<Row>()(
    {
      id: 'family',
      names: true,
      sorts: true,
      cell: ({ item }) => (
        <FamilyCell
          row={item}
          choice={choice}
          isOpen={open.has(rowIdOf(item))}
          onToggle={() => onToggle(rowIdOf(item))}
          withTarget={severalTargets}
        />
      ),
      lineClass: 'flex-1',
    },
    {
      id: 'debt',
      width: 190,
      end: true,
      sorts: true,
      cell: ({ item }) => <DebtCell row={item} />,
      lineClass: 'ms-auto shrink-0',
    },
    {
      id: 'wait',
      width: 92,
      end: true,
      sorts: true,
      cell: ({ item }) => <WaitCell row={item} />,
      line: ({ item }) => <Labelled id="wait">{<WaitCell row={item} />}</Labelled>,
    },
    {
      id: 'hold',
      width: 196,
      end: true,
      sorts: true,
      cell: ({ item }) => <LeaseCell row={item} />,
      lineClass: 'ms-auto shrink-0',
    },
    {
      id: 'rate',
      width: 84,
      end: true,
      sorts: true,
      cell: ({ item }) => <RateCell row={item} />,
      line: ({ item }) => <Labelled id="rate">{<RateCell row={item} />}</Labelled>,
    },
    {
      id: 'expired',
      width: 72,
      end: true,
      sorts: true,
      cell: ({ item }) => <ExpiredCell row={item} />,
      line: ({ item }) => <Labelled id="expired">{<ExpiredCell row={item} />}</Labelled>,
    },
    {
      id: 'waiting',
      width: 92,
      end: true,
      sorts: true,
      cell: ({ item }) => <WaitingNowCell row={item} />,
      line: ({ item }) => <Labelled id="waiting">{<WaitingNowCell row={item} />}</Labelled>,
    },
    {
      id: 'covered',
      width: 76,
      end: true,
      sorts: true,
      cell: ({ item }) => <CoveredCell row={item} />,
      line: ({ item }) => <Labelled id="covered">{<CoveredCell row={item} />}</Labelled>,
    },
    {
      id: 'advice',
      width: 212,
      fits: 'max-[1279.98px]:hidden',
      cell: ({ item }) => <AdviceCell row={item} choice={choice} advice={advice} />,
      line: ({ item }) => <AdviceCell row={item} choice={choice} advice={advice} short />,
    },
  );
}
