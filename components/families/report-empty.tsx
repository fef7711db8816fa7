import { Hourglass, LockOpen } from 'lucide-react';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { EmptyState } from '@/components/ui/states';
import type { FamilyReport } from '@/lib/contract/history/family-report';
import { useRecordsSince } from '../history-parts/use-records-since';

/** No row: because nothing was locked while somebody watched, or because nobody did. */
export function ReportEmpty({ report: { covered } }: { report: FamilyReport }) {
  const t = useT('families');
  const format = useFormat();
  const sinceMs = useRecordsSince();
  if (covered > 0) {
    return (
      <EmptyState icon={<LockOpen size={20} aria-hidden />} title={t('empty.title')}>
        {t('empty.text', { covered: format.share(covered) })}
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={<Hourglass size={20} aria-hidden />} title={t('empty.unwatched')}>
      {sinceMs === null ? t('empty.never') : t('empty.unwatchedText', { since: format.moment(sinceMs) })}
    </EmptyState>
  );
}
