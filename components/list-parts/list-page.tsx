'use client';

import { TriangleAlert } from 'lucide-react';
import { type ReactNode, type Ref, useState } from 'react';
import { RefreshNote } from '@/components/app/refresh-note';
import { useT } from '@/components/i18n/use-t';
import { EmptyState } from '@/components/ui/states';
import type { FilterProblem } from '@/lib/domain/lists/lock-filter';
import { FILTER_PROBLEM_ID, FilterBar } from './filter-bar';
import { FilterProblemProvider } from './filter-problem';
import { ListScroller } from './list-scroller';

type Props = {
  /** What is shown, and the page's switches. */
  heading: ReactNode;
  q: string;
  onQ(q: string, how: 'typing' | 'step'): void;
  /** At the right of the filter. */
  beside?: ReactNode;
  query: { error: Error | null; dataUpdatedAt: number; isFetching: boolean; isPlaceholderData: boolean };
  /** Names the part that scrolls, which `scroller` is. */
  label: string;
  scroller: Ref<HTMLElement>;
  children: ReactNode;
  /** Under the rows, in sight wherever they are scrolled to. */
  foot?: ReactNode;
};

/** A page of rows: heading and filter over the rows, which scroll. */
export function ListPage({ heading, q, onQ, beside, query, label, scroller, children, foot }: Props) {
  const [problem, setProblem] = useState<FilterProblem | null>(null);
  return (
    <div className="flex h-full min-h-96 flex-col">
      <div className="flex shrink-0 flex-col gap-2 border-line border-b bg-surface px-4 pt-2 pb-2.5">
        <FilterProblemProvider value={problem}>{heading}</FilterProblemProvider>
        <div className="flex items-start gap-2">
          <FilterBar q={q} onChange={onQ} onProblem={setProblem} />
          {beside}
        </div>
        {problem ? <ProblemLine problem={problem} /> : null}
        <RefreshNote query={query} />
      </div>
      <ListScroller ref={scroller} label={label} busy={query.isPlaceholderData}>
        {problem ? <NoFilter /> : children}
      </ListScroller>
      {problem ? null : foot}
    </div>
  );
}

/** What is wrong with the filter, under it. */
function ProblemLine({ problem: { term, code, allowed } }: { problem: FilterProblem }) {
  const t = useT('locks');
  return (
    <p id={FILTER_PROBLEM_ID} role="alert" className="flex items-center gap-2 text-risk text-sm">
      <TriangleAlert size={14} aria-hidden className="shrink-0" />
      <span>
        <bdi className="mono font-semibold">{term}</bdi>{' '}
        {t(`filter.problem.${code}`, { allowed: allowed.join(', ') })}
      </span>
    </p>
  );
}

/** In place of the rows: those of the filter before are none of this one. */
function NoFilter() {
  const t = useT('locks');
  return <EmptyState title={t('filter.unread')}>{t('filter.unreadText')}</EmptyState>;
}
