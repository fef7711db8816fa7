import { Repeat } from 'lucide-react';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { cx } from '@/components/ui/cx';
import type { FamilyReport } from '@/lib/contract/history/family-report';

/** The families that are not listed, and how the figures are to be read. null = not known yet: its room is kept. */
export function ReportFoot({ report }: { report: FamilyReport | null }) {
  const t = useT('families');
  const format = useFormat();
  const left = leftOut(report);
  return (
    <p
      className={cx(
        'num flex min-h-9 shrink-0 flex-wrap items-center gap-x-5 gap-y-1 border-line border-t bg-surface px-4 py-1.5 text-3 text-sm',
        left === null && 'max-sm:hidden',
      )}
    >
      {left ? (
        <span>
          {t('more', {
            ...{ count: left.families, n: format.count(left.families) },
            debt: format.duration(left.waiterSeconds * 1_000),
          })}
        </span>
      ) : null}
      <span className="flex flex-1 flex-wrap justify-end gap-x-5 max-sm:hidden">
        <span className="inline-flex items-center gap-1.5">
          <Repeat size={12} aria-hidden />
          {t('legend.renewed')}
        </span>
        <span>{t('legend.expired')}</span>
        <span>{t('legend.error', { error: report ? format.share(report.percentileError) : '…' })}</span>
      </span>
    </p>
  );
}

/** The families that the limit left out; null = none. */
function leftOut(report: FamilyReport | null): { families: number; waiterSeconds: number } | null {
  if (report === null || report.waiterSeconds === null || report.matched <= report.rows.length) return null;
  const shown = report.rows.reduce((sum, row) => sum + (row.waiterSeconds ?? 0), 0);
  return {
    families: report.matched - report.rows.length,
    waiterSeconds: Math.max(0, report.waiterSeconds - shown),
  };
}
