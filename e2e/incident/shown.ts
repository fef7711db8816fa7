import type { Locator, Page } from '@playwright/test';
import { amount } from '../../components/history-parts/amount';
import type { DebtSeries, HistorySeries, Percentiles } from '../../lib/contract/history/history';
import type { LedgerRow } from '../../lib/contract/history/ledger';
import type { OwnershipSpan } from '../../lib/contract/history/past';
import {
  formatCount,
  formatDuration,
  formatMoment,
  formatSeconds,
  formatShare,
  formatSpan,
} from '../../lib/domain/values/format';

type Text = (value: number) => string;
const average: Text = (value) => amount(value, { count: formatCount });

/** Cells of a table, row by row, without its head. */
export async function cellsOf(table: Locator): Promise<string[][]> {
  return table
    .getByRole('row')
    .evaluateAll((rows) =>
      rows.slice(1).map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent ?? '')),
    );
}

/** The table behind a chart of the history page. */
export async function chartTable(page: Page, title: string): Promise<string[][]> {
  const chart = page.getByRole('region', { name: title, exact: true });
  await chart.getByRole('button', { name: /^Table/ }).click();
  return cellsOf(chart.getByRole('table'));
}

function cell(value: number | null | undefined, text: Text): string {
  return value == null ? '–' : text(value);
}

/** What the tables behind the charts of one lock have to say, by the titles of the charts. */
export function tablesOf({ points }: HistorySeries): Record<string, string[][]> {
  const times = (of: 'hold' | 'wait') =>
    points.map((point) => {
      const told: Percentiles | null = point[of];
      const count = told?.count ?? (point.covered ? 0 : null);
      return [told?.p50, told?.p95, told?.p99]
        .concat(of === 'wait' ? [point.longestWaitMs ?? undefined] : [])
        .map((value) => cell(value, formatSpan))
        .concat(cell(count, formatCount));
    });
  return {
    'Held and waiting': points.map((point) => [
      cell(point.held, average),
      cell(point.heldMax, formatCount),
      cell(point.waiting, average),
      cell(point.waitingMax, formatCount),
      cell(point.waiterSeconds, formatSeconds),
    ]),
    'Busy share': points.map(({ held }) => [cell(held === null ? null : Math.min(1, held), formatShare)]),
    'Wait time': times('wait'),
    'Hold time': times('hold'),
    'Acquired and released': points.map(({ acquisitions, releases, renewals }) =>
      [acquisitions, releases, renewals].map((value) => cell(value, formatCount)),
    ),
    'Expired and forced': points.map(({ lapses, forced, lost, takenOver }) =>
      [lapses, forced, lost, takenOver].map((value) => cell(value, formatCount)),
    ),
  };
}

export function debtTable({ locks, others, startsMs }: DebtSeries): string[][] {
  return startsMs.map((_, i) =>
    [...locks.slice(0, 5).map(({ points }) => points[i]), others[i]].map((value) =>
      cell(value, formatSeconds),
    ),
  );
}

const momentText = (atMs: number) => formatMoment(atMs, 'UTC').slice(5, 19);

export function ledgerCells({ expired, leaseMs, overrun, advice, last }: LedgerRow): string[] {
  return [
    formatCount(expired),
    '',
    leaseMs === null ? '' : formatSpan(leaseMs),
    overrun === null ? '' : formatSpan(overrun.maxMs),
    '',
    `n = ${formatCount(advice.holds)} of ${advice.needed}`,
    momentText(last.atMs),
  ];
}

const ENDS: Partial<Record<NonNullable<OwnershipSpan['ended']>, string>> = {
  released: 'released',
  expired: 'expired',
  lost: 'lost',
  'force-released': 'force-released',
};

/** A row of the table beside the lanes: from, to, how long, how it ended, waiters, lease. */
export function spanCells({ fromMs, toMs, ended, waitersMax, leaseMs }: OwnershipSpan): string[] {
  return [
    momentText(fromMs),
    toMs === null ? '' : momentText(toMs),
    formatDuration((toMs ?? fromMs) - fromMs),
    (ended && ENDS[ended]) ?? '',
    waitersMax === null ? '' : formatCount(waitersMax),
    leaseMs === null ? '' : formatSpan(leaseMs),
  ];
}
