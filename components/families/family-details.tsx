import type { ReactNode } from 'react';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { Link } from '@/components/ui/link';
import type { TimeRange } from '@/lib/api/history-queries';
import type { FamilyReportRow } from '@/lib/contract/history/family-report';
import { queryString } from '@/lib/contract/request';
import { familyTerm } from '@/lib/domain/lists/family-term';
import type { RangeChoice } from '../charts/range';
import { pathIn } from '../insight-parts/path-in';
import { useInsightText } from '../insight-parts/use-insight-text';
import { HoldHistogram } from './hold-histogram';
import type { AdviceOf } from './use-advice';
import { WorstKeys } from './worst-keys';

type Props = { row: FamilyReportRow; range: TimeRange; choice: RangeChoice; advice: AdviceOf };

/** What the figures of a family are made of: its worst keys, its times, and what is advised. */
export function FamilyDetails({ row, range, choice, advice }: Props) {
  const t = useT('families');
  const { target, family } = row;
  const of = { target, family };
  return (
    <div className="grid gap-x-10 gap-y-3 px-4 pt-1 pb-4 sm:ps-10 lg:grid-cols-[minmax(0,5fr)_minmax(0,4fr)_minmax(0,4fr)]">
      <Part
        title={t('detail.worst')}
        hint={t('detail.worstHint')}
        right={
          <WayTo href={`/locks${queryString({ q: familyTerm(family), target })}`}>
            {t('detail.allKeys')}
          </WayTo>
        }
      >
        <WorstKeys row={row} range={range} />
      </Part>
      <Part title={t('bars.title')} hint={t('bars.hint')}>
        <HoldHistogram row={row} />
        <Times row={row} />
      </Part>
      <Part title={t('detail.advice')}>
        <Advice row={row} advice={advice} />
        <p className="mt-2 flex flex-wrap gap-x-4">
          <WayTo href={pathIn('/timeline', of, choice)}>{t('detail.timeline')}</WayTo>
          <WayTo href={pathIn('/history', of, choice)}>{t('detail.charts')}</WayTo>
          <WayTo href={pathIn('/insights', of, choice)}>{t('detail.insights')}</WayTo>
        </p>
      </Part>
    </div>
  );
}

type PartProps = { title: string; hint?: string; right?: ReactNode; children: ReactNode };

function Part({ title, hint, right, children }: PartProps) {
  return (
    <section className="min-w-0">
      <header className="flex min-h-7 items-center gap-2">
        <h2 className="font-semibold text-base">{title}</h2>
        {hint ? <span className="text-3 text-sm">{hint}</span> : null}
        {right ? <span className="ms-auto">{right}</span> : null}
      </header>
      {children}
    </section>
  );
}

function WayTo({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link
      href={href}
      className="inline-flex min-h-6 items-center font-medium text-info text-sm hover:underline"
    >
      {children}
    </Link>
  );
}

/** What its row has no room for. */
function Times({ row }: { row: FamilyReportRow }) {
  const t = useT('families');
  const format = useFormat();
  const { wait, hold, lease, longestWaitMs, acquisitions, gap } = row;
  const missing = gap === null ? null : t(`gap.${gap}`);
  const longest =
    longestWaitMs === null
      ? (missing ?? t(wait ? 'why.not-kept' : 'why.no-wait'))
      : format.span(longestWaitMs);
  const facts: [string, string][] = [
    ...(hold
      ? [
          [
            t('detail.hold'),
            t('detail.of', { value: format.span(hold.p95), n: format.count(hold.count) }),
          ] as [string, string],
        ]
      : []),
    [t('detail.lease'), leaseText()],
    [t('detail.longest'), longest],
    [t('detail.acquired'), acquisitions === null ? (missing ?? '–') : format.count(acquisitions)],
  ];
  return (
    <dl className="num flex flex-wrap gap-x-5 gap-y-1 pt-2 text-sm">
      {facts.map(([name, value]) => (
        <div key={name} className="flex gap-1.5">
          <dt className="text-3">{name}</dt>
          <dd className="min-w-0">{value}</dd>
        </div>
      ))}
    </dl>
  );

  function leaseText(): string {
    if (lease === null) return t('why.no-lease');
    if (lease.maxMs === null) return t('never');
    const max = format.span(lease.maxMs);
    return lease.minMs === null || lease.minMs === lease.maxMs ? max : `${format.span(lease.minMs)} – ${max}`;
  }
}

function Advice({ row, advice }: Pick<Props, 'row' | 'advice'>) {
  const t = useT('families');
  const insights = useT('insights');
  const format = useFormat();
  const textOf = useInsightText();
  const found = advice.of(row);
  if (found === null) return advice.failed ? <p className="text-2 text-sm">{t('why.advice')}</p> : null;
  const [first] = found;
  if (!first) return <p className="text-2 text-sm">{t('detail.noAdvice')}</p>;
  const { sentence, advice: what } = textOf(first);
  return (
    <>
      <p className="font-semibold">{sentence}</p>
      {what === null ? null : <p className="text-2 text-sm">{what}</p>}
      <p className="text-3 text-xs">{insights('sample', { n: format.count(first.n) })}</p>
    </>
  );
}
