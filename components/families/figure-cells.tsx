import { Repeat } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { cx } from '@/components/ui/cx';
import type { FamilyReportRow } from '@/lib/contract/history/family-report';
import { countOf } from '@/lib/domain/values/counted';
import { DebtLine } from './debt-line';
import { rateText } from './lease-ratio';

type Props = { row: FamilyReportRow };

/** A figure that is not known: hollow, with a dash, and why. */
export function UnknownFigure({ why, children = '–' }: { why: string; children?: ReactNode }) {
  return (
    <span title={why} className="inline-flex items-center gap-1.5 text-3">
      <span aria-hidden className="size-2.5 rounded-full border border-control border-dashed" />
      <span aria-hidden>{children}</span>
      <span className="sr-only">{why}</span>
    </span>
  );
}

/** Why the waiting of a family is not known; null = it is. */
function useGap({ gap }: FamilyReportRow): string | null {
  const t = useT('families');
  return gap === null ? null : t(`gap.${gap}`);
}

export function DebtCell({ row }: Props) {
  const format = useFormat();
  const why = useGap(row);
  const { waiterSeconds, points } = row;
  if (waiterSeconds === null) return <UnknownFigure why={why ?? ''} />;
  return (
    <span className="flex min-w-0 items-center justify-end gap-3">
      <DebtLine points={points} />
      <span
        title={format.seconds(waiterSeconds)}
        className={cx('min-w-19 text-end', waiterSeconds > 0 ? 'font-semibold' : 'text-3')}
      >
        {waiterSeconds === 0 ? '0' : format.duration(waiterSeconds * 1_000)}
      </span>
    </span>
  );
}

/** p95 of the waits that ended; while none has, at least the longest so far. */
export function WaitCell({ row }: Props) {
  const t = useT('families');
  const format = useFormat();
  const gap = useGap(row);
  const { wait, longestWaitMs } = row;
  if (gap !== null) return <UnknownFigure why={gap} />;
  const longest = longestWaitMs === null ? null : format.span(longestWaitMs);
  if (wait) {
    const title = t('waitOf', {
      ...{ count: wait.count, n: format.count(wait.count) },
      longest: longest ?? format.span(wait.p95),
    });
    return <span title={title}>{format.span(wait.p95)}</span>;
  }
  if (longest === null) return <UnknownFigure why={t('why.no-wait')} />;
  return <span title={t('waitAtLeast', { longest })}>≥ {longest}</span>;
}

export function RateCell({ row: { perSecond, gap } }: Props) {
  const t = useT('families');
  const format = useFormat();
  if (perSecond === null) return <UnknownFigure why={t(`gap.${gap ?? 'pending'}`)} />;
  return <span className={cx(perSecond === 0 && 'text-3')}>{rateText(perSecond, format.count)}</span>;
}

export function ExpiredCell({ row: { expired, gap } }: Props) {
  const t = useT('families');
  const format = useFormat();
  if (expired === null) return <UnknownFigure why={t(`gap.${gap ?? 'pending'}`)} />;
  return <span className={expired > 0 ? 'font-semibold text-lost' : 'text-3'}>{format.count(expired)}</span>;
}

export function WaitingNowCell({ row: { waiting } }: Props) {
  const t = useT('families');
  const format = useFormat();
  const read = countOf(waiting);
  if (!read.known) return <UnknownFigure why={t('why.waiters')} />;
  return <span className={read.count > 0 ? 'font-semibold' : 'text-3'}>{format.count(read.count)}</span>;
}

export function CoveredCell({ row: { covered } }: Props) {
  const format = useFormat();
  return <span className={covered < 0.95 ? 'text-contended' : 'text-2'}>{format.share(covered)}</span>;
}

export function Renewed() {
  const t = useT('families');
  return (
    <span title={t('renewed')} className="text-3">
      <Repeat size={12} aria-hidden />
      <span className="sr-only">{t('renewed')}</span>
    </span>
  );
}

/** A figure on a line, after its name. */
export function Labelled({
  id,
  children,
}: {
  id: 'wait' | 'rate' | 'expired' | 'waiting' | 'covered';
  children: ReactNode;
}) {
  const t = useT('families');
  return (
    <span className="inline-flex items-center gap-1.5">
      <span className="text-3">{t(`short.${id}`)}</span>
      {children}
    </span>
  );
}
