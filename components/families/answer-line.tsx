import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { Skeleton } from '@/components/ui/skeleton';
import type { FamilyReport } from '@/lib/contract/history/family-report';
import { byDebt } from './sort-report';

/** Which family hurts most, in one sentence; its room is kept. null = not known yet. */
export function AnswerLine({ report }: { report: FamilyReport | null }) {
  if (report?.rows.length === 0) return null;
  return (
    <p data-answer className="flex min-h-6 min-w-0 items-center max-sm:min-h-12">
      {report === null ? <Skeleton className="h-4 w-96 max-w-full" /> : <Sentence report={report} />}
    </p>
  );
}

function Sentence({ report: { rows, waiterSeconds, covered } }: { report: FamilyReport }) {
  const t = useT('families');
  const format = useFormat();
  const worst = [...rows].sort(byDebt)[0];
  if (waiterSeconds === null || worst === undefined || rows.length === 0) return null;
  const debt = worst.waiterSeconds;
  if (debt === null) return <span className="text-2">{t('answer.unknown')}</span>;
  if (debt === 0)
    return <span className="text-2">{t('answer.none', { covered: format.share(covered) })}</span>;
  return (
    <span className="min-w-0 truncate max-sm:whitespace-normal">
      {t.rich(debt >= waiterSeconds ? 'answer.only' : 'answer.worst', {
        family: worst.family,
        debt: format.duration(debt * 1_000),
        total: format.duration(waiterSeconds * 1_000),
        share: format.share(debt / waiterSeconds),
        f: (chunks) => (
          <bdi dir="ltr" title={worst.family} className="mono font-semibold">
            {chunks}
          </bdi>
        ),
        b: (chunks) => <b className="font-semibold">{chunks}</b>,
      })}
    </span>
  );
}
