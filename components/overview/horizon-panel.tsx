import { freshnessOf } from '@/components/app/node-summary';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { cx } from '@/components/ui/cx';
import { DataTable } from '@/components/ui/data-table/data-table';
import type { HorizonBucket, Overview } from '@/lib/contract/overview';

/** How many held locks lapse within each span unless renewed, as bars and as the table that they are. */
export function Horizon({ overview }: { overview: Overview }) {
  const t = useT('overview');
  const format = useFormat();
  const { horizon, renewing, counts, nodes, coverage } = overview;
  const highest = Math.max(1, ...horizon.map(({ count }) => count));
  const soon = horizon.find(({ upToMs }) => upToMs === 1_000)?.count ?? 0;
  const forever = horizon.find(({ upToMs }) => upToMs === 'never')?.count ?? 0;
  if (freshnessOf(nodes, null).answering === 0) {
    return <p className="px-3 py-3 text-2 text-sm">{t('horizon.unknown')}</p>;
  }
  const covered = coverage.names >= 1 && coverage.contents >= 1;
  if (counts.held === 0 && !covered) {
    return <p className="px-3 py-3 text-2 text-sm">{t('horizon.emptySoFar')}</p>;
  }
  return (
    <div className="px-3 py-2">
      <DataTable
        caption={t('horizon.caption')}
        className=""
        headClass="sr-only"
        columns={[
          {
            id: 'when',
            names: true,
            cellClass: 'num w-[54px] text-2 text-sm',
            cell: ({ upToMs }) =>
              typeof upToMs === 'number'
                ? t('horizon.within', { span: format.span(upToMs) })
                : t(`horizon.${upToMs}`),
          },
          { id: 'count', cell: (bucket) => <Bar bucket={bucket} highest={highest} /> },
        ]}
        heads={(id) => t(`horizon.${id}`)}
        rows={horizon}
        rowKey={({ upToMs }) => upToMs}
        pad=""
        rowClass="h-6 border-b-0!"
      />
      <p className="pt-2 pb-1 text-3 text-sm">
        {counts.held === 0
          ? t('horizon.empty')
          : [
              t('horizon.renewing', { count: renewing }),
              t('horizon.soon', { count: soon }),
              ...(forever > 0 ? [t('horizon.forever', { count: forever })] : []),
            ].join(' ')}
      </p>
    </div>
  );
}

function Bar({ bucket: { upToMs, count }, highest }: { bucket: HorizonBucket; highest: number }) {
  const format = useFormat();
  const isNever = upToMs === 'never';
  const tone = isNever
    ? 'border border-risk-mark border-dotted'
    : upToMs === 1_000
      ? 'bg-contended-mark'
      : 'bg-held-mark';
  return (
    <span className="flex items-center gap-3">
      <span aria-hidden className="flex h-3.5 flex-1">
        {count === 0 ? null : (
          <span
            style={{ width: `${(count / highest) * 100}%` }}
            className={cx('min-w-1 rounded-[2px]', tone)}
          />
        )}
      </span>
      <span className={cx('num min-w-10 text-end', isNever && count > 0 && 'font-semibold text-risk')}>
        {format.count(count)}
      </span>
    </span>
  );
}
