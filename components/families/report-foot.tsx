import { Repeat } from 'lucide-react';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import type { FamilyReport } from '@/lib/contract/history/family-report';

/** The families that are not listed, and how the figures are to be read. */
export function ReportFoot({
  report: { rows, matched, waiterSeconds, percentileError },
}: {
  report: FamilyReport;
}) {
  const t = useT('families');
  const format = useFormat();
  const shown = rows.reduce((sum, row) => sum + (row.waiterSeconds ?? 0), 0);
  const left = matched - rows.length;
  return (
    <p className="num flex min-h-9 shrink-0 flex-wrap items-center gap-x-5 gap-y-1 border-line border-t bg-surface px-4 py-1.5 text-3 text-sm">
      {left > 0 && waiterSeconds !== null ? (
        <span>
          {t('more', {
            ...{ count: left, n: format.count(left) },
            debt: format.duration(Math.max(0, waiterSeconds - shown) * 1_000),
          })}
        </span>
      ) : null}
      <span className="flex flex-1 flex-wrap justify-end gap-x-5 max-sm:justify-start">
        <span className="inline-flex items-center gap-1.5">
          <Repeat size={12} aria-hidden />
          {t('legend.renewed')}
        </span>
        <span>{t('legend.expired')}</span>
        <span>{t('legend.error', { error: format.share(percentileError) })}</span>
      </span>
    </p>
  );
}
