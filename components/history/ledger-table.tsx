import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { shortToken } from '@/components/lock-parts/holder-name';
import { withTarget } from '@/components/shell/use-target';
import { cx } from '@/components/ui/cx';
import { Link } from '@/components/ui/link';
import { ScrollRegion } from '@/components/ui/scroll-region';
import type { TimeRange } from '@/lib/api/history-queries';
import type { LedgerRow } from '@/lib/domain/history';
import { lockPath, parseLockId } from '@/lib/domain/lock-id';
import { shortened } from '../overview/headline';

const COLUMNS = ['holds', 'lapses', 'gone', 'lease', 'overrun', 'p99', 'suggested', 'last'] as const;
/** Columns that a narrow screen has too. */
const NARROW: readonly string[] = ['lapses', 'lease', 'suggested'];
const BOLD: readonly string[] = ['lapses', 'suggested'];

function cellClass(column: string, isHead: boolean): string {
  return cx(
    'px-3 text-end',
    !NARROW.includes(column) && 'max-sm:hidden',
    !isHead && BOLD.includes(column) && 'font-semibold',
  );
}

/** A row a lock and holder, as they come: the most harm first. */
export function LedgerTable({ rows, range }: { rows: readonly LedgerRow[]; range: TimeRange }) {
  const t = useT('history');
  return (
    <ScrollRegion label={t('ledger.caption')} className="overflow-x-auto">
      <table className="num w-full text-sm">
        <caption className="sr-only">{t('ledger.caption')}</caption>
        <thead className="text-3 text-xs">
          <tr className="h-8 border-line border-b">
            <th scope="col" className="px-3">
              {t('ledger.column.lock')}
            </th>
            {COLUMNS.map((column) => (
              <th
                key={column}
                scope="col"
                className={cx(cellClass(column, true), column === 'suggested' && 'max-sm:whitespace-normal')}
                title={t(`ledger.explain.${column}`)}
              >
                {t(`ledger.column.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={`${row.lock} ${row.holderRef ?? row.holder}`} row={row} range={range} />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function Row({ row, range }: { row: LedgerRow; range: TimeRange }) {
  const t = useT('history');
  const format = useFormat();
  const {
    lock,
    key,
    holder,
    holds,
    lapses,
    holderGone,
    leaseMs,
    overrun,
    holdP99,
    suggestedLeaseMs,
    lastLapseMs,
  } = row;
  const target = parseLockId(lock)?.target ?? null;
  const around = new URLSearchParams({ lock, from: String(range.fromMs), to: String(range.toMs) });
  const timed = (time: { ms: number; atLeast: boolean } | null) =>
    time === null ? t('ledger.few') : `${time.atLeast ? '≥ ' : ''}${format.span(time.ms)}`;
  const cells: Record<(typeof COLUMNS)[number], string> = {
    holds: format.count(holds),
    lapses: format.count(lapses),
    gone: format.count(holderGone),
    lease: leaseMs === null ? t('ledger.unknown') : format.span(leaseMs),
    overrun: overrun
      ? t('ledger.overrun', {
          p50: format.span(overrun.p50Ms),
          max: format.span(overrun.maxMs),
          known: overrun.known,
        })
      : t('ledger.unknown'),
    p99: timed(holdP99),
    suggested: timed(suggestedLeaseMs),
    last: format.moment(lastLapseMs).slice(5, 19),
  };
  return (
    <tr className="h-11 border-line border-b last:border-b-0 hover:bg-hover">
      <th scope="row" className="max-w-80 px-3 font-normal max-sm:max-w-40">
        <span className="flex min-w-0 items-center gap-3">
          <Link
            href={withTarget(lockPath(lock), target)}
            dir="ltr"
            title={key}
            className="mono min-w-0 truncate font-semibold hover:underline"
          >
            {shortened(key, 40)}
          </Link>
          <Link
            href={`/history?${around}`}
            aria-label={t('ledger.chartsOf', { key })}
            className="inline-flex min-h-6 shrink-0 items-center text-info hover:underline"
          >
            {t('ledger.charts')}
          </Link>
        </span>
        <bdi dir="ltr" className="block truncate text-3" title={holder ?? undefined}>
          {holder === null
            ? t('ledger.nobody')
            : holder.length > 28 && !/\s/.test(holder)
              ? shortToken(holder)
              : holder}
        </bdi>
      </th>
      {COLUMNS.map((column) => (
        <td
          key={column}
          title={column === 'last' ? format.moment(lastLapseMs) : undefined}
          className={cellClass(column, false)}
        >
          {cells[column]}
        </td>
      ))}
    </tr>
  );
}
