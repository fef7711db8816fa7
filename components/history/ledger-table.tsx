import { withTarget } from '@/components/app/use-target';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { columnsOf } from '@/components/ui/data-table/column';
import { DataTable } from '@/components/ui/data-table/data-table';
import { Link } from '@/components/ui/link';
import type { TimeRange } from '@/lib/api/history-queries';
import type { LedgerRow } from '@/lib/contract/history/ledger';
import { shortToken } from '@/lib/domain/holders/short-token';
import { lockPath } from '@/lib/domain/keys/lock-id';
import { shortened } from '../lock-parts/shortened';

const WIDE = 'max-sm:hidden';
const BOLD = 'font-semibold';

/** A row a family, as they come: the most harm first. */
export function LedgerTable({ rows, range }: { rows: readonly LedgerRow[]; range: TimeRange }) {
  const t = useT('history');
  const format = useFormat();
  const adviceText = useAdviceText();
  const columns = columnsOf<LedgerRow>()(
    { id: 'expired', cellClass: BOLD, cell: ({ expired }) => format.count(expired) },
    {
      id: 'proof',
      className: WIDE,
      cell: ({ cameBack, livedOn }) => t('ledger.proof', { cameBack, livedOn }),
    },
    { id: 'lease', cell: ({ leaseMs }) => (leaseMs === null ? t('ledger.unknown') : format.span(leaseMs)) },
    {
      id: 'overrun',
      className: WIDE,
      cell: ({ overrun }) =>
        overrun
          ? t('ledger.overrun', {
              p50: format.span(overrun.p50Ms),
              max: format.span(overrun.maxMs),
              known: overrun.known,
            })
          : t('ledger.unknown'),
    },
    {
      id: 'p999',
      className: WIDE,
      cell: ({ advice: { p999Ms, atLeast } }) =>
        p999Ms === null ? t('ledger.few') : `${atLeast ? '≥ ' : ''}${format.span(p999Ms)}`,
    },
    {
      id: 'suggested',
      cellClass: BOLD,
      headClass: 'max-sm:whitespace-normal',
      cell: ({ advice }) => adviceText(advice),
    },
    {
      id: 'last',
      className: WIDE,
      title: ({ last }) => format.moment(last.atMs),
      cell: ({ last }) => format.moment(last.atMs).slice(5, 19),
    },
  );
  return (
    <>
      <DataTable
        caption={t('ledger.caption')}
        scroll="overflow-x-auto"
        className="num text-sm"
        columns={[
          {
            id: 'family',
            names: true,
            cellClass: 'max-w-80 max-sm:max-w-40',
            cell: (row) => <Family row={row} range={range} />,
          },
          ...columns.map((column) => ({ ...column, end: true, help: t(`ledger.explain.${column.id}`) })),
        ]}
        heads={(id) => t(`ledger.column.${id}`)}
        rows={rows}
        rowKey={({ target, family }) => `${target} ${family}`}
        rowClass="h-11 hover:bg-hover"
      />
      <p className="px-3 py-2 text-3 text-sm">
        {t('ledger.method', {
          needed: rows[0]?.advice.needed ?? 0,
          error: format.share(rows[0]?.advice.error ?? 0),
        })}
      </p>
    </>
  );
}

/** A family, its charts, and the lock of it that expired last. */
function Family({ row: { target, family, locks, last }, range }: { row: LedgerRow; range: TimeRange }) {
  const t = useT('history');
  const around = new URLSearchParams({
    ...{ target, family, from: String(range.fromMs), to: String(range.toMs) },
  });
  return (
    <>
      <span className="flex min-w-0 items-center gap-3">
        <bdi dir="ltr" title={family} className="mono min-w-0 truncate font-semibold">
          {shortened(family, 40)}
        </bdi>
        <Link
          href={`/history?${around}`}
          aria-label={t('ledger.chartsOf', { key: family })}
          className="inline-flex min-h-6 shrink-0 items-center text-info hover:underline"
        >
          {t('ledger.charts')}
        </Link>
      </span>
      <span className="flex min-w-0 gap-1.5 text-3">
        <span className="shrink-0">{t('ledger.lastOf', { locks })}</span>
        <Link
          href={withTarget(lockPath(last.lock), target)}
          dir="ltr"
          title={last.key}
          className="mono inline-flex min-h-6 min-w-0 items-center truncate text-info hover:underline"
        >
          {shortened(last.key, 28)}
        </Link>
        <bdi dir="ltr" className="min-w-0 truncate" title={last.holder ?? undefined}>
          {last.holder === null ? t('ledger.nobody') : shortHolder(last.holder)}
        </bdi>
      </span>
    </>
  );
}

/** The advised lease with how many holds it rests on, or how many there are too few. */
function useAdviceText(): (advice: LedgerRow['advice']) => string {
  const t = useT('history');
  const format = useFormat();
  return ({ holds, overstays, needed, leaseMs, atLeast }) =>
    leaseMs === null
      ? t('ledger.tooFew', { holds: format.count(holds), needed })
      : t('ledger.advice', {
          lease: `${atLeast ? '≥ ' : ''}${format.span(leaseMs)}`,
          holds: format.count(holds),
          overstays,
        });
}

function shortHolder(holder: string): string {
  return holder.length > 28 && !/\s/.test(holder) ? shortToken(holder) : holder;
}
