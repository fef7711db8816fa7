import { ChevronDown, ChevronRight } from 'lucide-react';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { shortened } from '@/components/lock-parts/shortened';
import { Link } from '@/components/ui/link';
import type { FamilyReportRow } from '@/lib/contract/history/family-report';
import type { RangeChoice } from '../charts/range';
import { pathIn } from '../insight-parts/path-in';

type Props = {
  row: FamilyReportRow;
  choice: RangeChoice;
  isOpen: boolean;
  onToggle(): void;
  withTarget: boolean;
};

/** The family as the way to its timeline, what it is, and the switch that opens it in place. */
export function FamilyCell({ row, choice, isOpen, onToggle, withTarget }: Props) {
  const t = useT('families');
  const format = useFormat();
  const { target, family, libraries, locks } = row;
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  const about = [
    ...(withTarget ? [target] : []),
    ...libraries,
    ...(locks === null ? [] : [t('held', { count: locks, n: format.count(locks) })]),
  ].join(' · ');
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-label={t('details', { family })}
        onClick={onToggle}
        className="-ms-1 flex size-6 shrink-0 items-center justify-center rounded-sm text-3 hover:text-1"
      >
        <Chevron size={14} aria-hidden className="rtl:-scale-x-100" />
      </button>
      <Link
        data-family
        href={pathIn('/timeline', { target, family }, choice)}
        dir="ltr"
        title={family}
        aria-label={t('timeline', { family })}
        className="mono min-w-0 max-w-full shrink-0 scroll-mt-12 truncate rounded-sm font-semibold leading-6 hover:underline"
      >
        {shortened(family, 34)}
      </Link>
      <span title={about} className="min-w-0 truncate text-3 text-sm max-sm:hidden">
        {about}
      </span>
    </span>
  );
}
