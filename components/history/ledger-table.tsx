import { withTarget } from '@/components/app/use-target';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { shortToken } from '@/components/lock-parts/holder-name';
import { cx } from '@/components/ui/cx';
import { Link } from '@/components/ui/link';
import { ScrollRegion } from '@/components/ui/scroll-region';
import type { TimeRange } from '@/lib/api/history-queries';
import type { LedgerRow } from '@/lib/contract/ledger';
import { lockPath } from '@/lib/domain/keys/lock-id';
import { shortened } from '../lock-parts/shortened';

const COLUMNS = ['expired', 'proof', 'lease', 'overrun', 'p99', 'suggested', 'last'] as const;
/** Columns that a narrow screen has too. */
const NARROW: readonly string[] = ['expired', 'lease', 'suggested'];
const BOLD: readonly string[] = ['expired', 'suggested'];

function cellClass(column: string, isHead: boolean): string {
  return cx(
    'px-3 text-end',
    !NARROW.includes(column) && 'max-sm:hidden',
    !isHead && BOLD.includes(column) && 'font-semibold',
  );
}

/** A row a family, as they come: the most harm first. */
export function LedgerTable({ rows, range }: { rows: readonly LedgerRow[]; range: TimeRange }) {
  const t = useT('history');
  const format = useFormat();
  return (
    <>
      <ScrollRegion label={t('ledger.caption')} className="overflow-x-auto">
        <table className="num w-full text-sm">
          <caption className="sr-only">{t('ledger.caption')}</caption>
          <thead className="text-3 text-xs">
            <tr className="h-8 border-line border-b">
              <th scope="col" className="px-3">
                {t('ledger.column.family')}
              </th>
              {COLUMNS.map((column) => (
                <th
                  key={column}
                  scope="col"
                  className={cx(
                    cellClass(column, true),
                    column === 'suggested' && 'max-sm:whitespace-normal',
                  )}
                  title={t(`ledger.explain.${column}`)}
                >
                  {t(`ledger.column.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={`${row.target} ${row.family}`} row={row} range={range} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <p className="px-3 py-2 text-3 text-sm">
        {t('ledger.method', {
          needed: rows[0]?.advice.needed ?? 0,
          error: format.share(rows[0]?.advice.error ?? 0),
        })}
      </p>
    </>
  );
}

function Row({ row, range }: { row: LedgerRow; range: TimeRange }) {
  const t = useT('history');
  const format = useFormat();
  const adviceText = useAdviceText();
  const { target, family, expired, cameBack, livedOn, locks, leaseMs, overrun, advice, last } = row;
  const around = new URLSearchParams({
    ...{ target, family, from: String(range.fromMs), to: String(range.toMs) },
  });
  const cells: Record<(typeof COLUMNS)[number], string> = {
    expired: format.count(expired),
    proof: t('ledger.proof', { cameBack, livedOn }),
    lease: leaseMs === null ? t('ledger.unknown') : format.span(leaseMs),
    overrun: overrun
      ? t('ledger.overrun', {
          p50: format.span(overrun.p50Ms),
          max: format.span(overrun.maxMs),
          known: overrun.known,
        })
      : t('ledger.unknown'),
    p99: advice.p99Ms === null ? t('ledger.few') : timed(advice.p99Ms),
    suggested: adviceText(advice),
    last: format.moment(last.atMs).slice(5, 19),
  };
  function timed(ms: number): string {
    return `${advice.atLeast ? '≥ ' : ''}${format.span(ms)}`;
  }
  return (
    <tr className="h-11 border-line border-b last:border-b-0 hover:bg-hover">
      <th scope="row" className="max-w-80 px-3 font-normal max-sm:max-w-40">
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
      </th>
      {COLUMNS.map((column) => (
        <td
          key={column}
          title={column === 'last' ? format.moment(last.atMs) : undefined}
          className={cellClass(column, false)}
        >
          {cells[column]}
        </td>
      ))}
    </tr>
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
