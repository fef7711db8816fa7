import { useT } from '@/components/i18n/use-t';
import { Link } from '@/components/ui/link';
import type { FamilyReportRow } from '@/lib/contract/history/family-report';
import type { RangeChoice } from '../charts/range';
import { insightIconOf } from '../insight-parts/insight-icons';
import { pathIn } from '../insight-parts/path-in';
import { useInsightText } from '../insight-parts/use-insight-text';
import { UnknownFigure } from './figure-cells';
import type { AdviceOf } from './use-advice';

type Props = {
  row: FamilyReportRow;
  choice: RangeChoice;
  advice: AdviceOf;
  /** Says nothing where there is none. */
  short?: boolean;
};

/** The insight of the family with the most harm, as the way to all of it. */
export function AdviceCell({ row, choice, advice, short }: Props) {
  const t = useT('families');
  const textOf = useInsightText();
  const found = advice.of(row);
  if (found === null) return advice.failed ? <UnknownFigure why={t('why.advice')} /> : null;
  const [first] = found;
  if (!first) return short ? null : <span className="text-3">{t('none')}</span>;
  const { title, sentence } = textOf(first);
  const Icon = insightIconOf(first.code);
  return (
    <Link
      href={pathIn('/insights', { target: row.target, family: row.family }, choice)}
      title={sentence}
      className="flex min-h-6 min-w-0 items-center gap-1.5 font-medium hover:underline"
    >
      <Icon size={14} aria-hidden className="shrink-0 text-contended" />
      <span className="min-w-0 truncate">{title}</span>
    </Link>
  );
}
