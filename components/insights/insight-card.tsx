import { BookOpen } from 'lucide-react';
import { useId } from 'react';
import { useTarget, withTarget } from '@/components/app/use-target';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { Link } from '@/components/ui/link';
import type { TimeRange } from '@/lib/api/history-queries';
import type { Insight } from '@/lib/contract/insights';
import { insightDocPath } from '@/lib/domain/docs/doc-paths';
import { lockPath } from '@/lib/domain/keys/lock-id';
import type { RangeChoice } from '../charts/range';
import { rangeText } from '../history-parts/range-bar';
import { insightIconOf } from '../insight-parts/insight-icons';
import { pathIn } from '../insight-parts/path-in';
import { useInsightText } from '../insight-parts/use-insight-text';
import { shortened } from '../lock-parts/shortened';
import { ConfidenceBars } from './confidence-bars';

type Props = { insight: Insight; range: TimeRange; choice: RangeChoice };

/** What was found of whom, what to do, what it rests on, and how it is computed. */
export function InsightCard({ insight, range, choice }: Props) {
  const t = useT('insights');
  const format = useFormat();
  const textOf = useInsightText();
  const titleId = useId();
  const [chosen] = useTarget();
  const { code, n, method, confidence, harm } = insight;
  const { title, sentence, advice, rows } = textOf(insight);
  const Icon = insightIconOf(code);
  const methodText = t.has(`method.${method}`) ? t(`method.${method}`) : method;
  return (
    <section aria-labelledby={titleId} className="panel flex w-full min-w-0 flex-col">
      <header className="flex min-w-0 items-center gap-2 px-3 pt-3 text-sm">
        <Icon size={16} aria-hidden className="shrink-0 text-contended" />
        <span className="shrink-0 font-semibold text-2">{title}</span>
        <Subject insight={insight} choice={choice} />
      </header>
      <div className="flex flex-1 flex-col gap-2 px-3 pt-1.5 pb-3">
        <h2 id={titleId} className="font-semibold text-lg">
          {sentence}
        </h2>
        {rows.length === 0 ? null : (
          <ul className="num flex flex-col">
            {rows.map((row, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines have no name, and a fixed order
              <li key={i} className="min-h-6 border-line border-t py-1 text-2 text-sm first:border-t-0">
                {row}
              </li>
            ))}
          </ul>
        )}
        {advice === null ? null : <p className="max-w-[72ch] text-2">{advice}</p>}
        <p className="num mt-auto pt-1 text-3 text-sm">
          {t('harm', { seconds: format.count(harm) })} · {methodText}
        </p>
      </div>
      <footer className="num flex min-h-9 flex-wrap items-center gap-x-4 gap-y-1 border-line border-t px-3 py-1.5 text-3 text-sm">
        <Link
          data-insight
          href={withTarget(insightDocPath(code), chosen)}
          className="inline-flex min-h-6 items-center gap-1.5 font-medium text-info hover:underline"
        >
          <BookOpen size={14} aria-hidden />
          {t('computed')}
          <span className="sr-only">: {title}</span>
        </Link>
        <span title={rangeText(format.moment(range.fromMs), format.moment(range.toMs))}>
          {t('sample', { n: format.count(n) })}, {format.span(range.toMs - range.fromMs)}
        </span>
        <ConfidenceBars share={confidence} />
      </footer>
    </section>
  );
}

/** The lock or the family that it is about, as the way to it. */
function Subject({ insight: { target, family, lock, key }, choice }: Pick<Props, 'insight' | 'choice'>) {
  const t = useT('insights');
  const link = 'mono min-w-0 truncate leading-6 hover:underline';
  return (
    <span className="ms-auto flex min-w-0 items-center gap-2">
      {lock !== null && key !== null ? (
        <Link href={withTarget(lockPath(lock), target)} dir="ltr" title={key} className={link}>
          {shortened(key, 36)}
        </Link>
      ) : null}
      {family === null ? (
        <span className="text-2">{target}</span>
      ) : (
        <Link
          href={pathIn('/timeline', { target, family }, choice)}
          dir={lock === null ? 'ltr' : undefined}
          title={family}
          className={lock === null ? link : 'shrink-0 leading-6 text-info hover:underline'}
        >
          {lock === null ? shortened(family, 36) : t('itsFamily')}
        </Link>
      )}
    </span>
  );
}
