'use client';

import type { ReactNode, Ref } from 'react';
import { RefreshNote } from '@/components/shell/refresh-note';
import { FilterBar } from './filter-bar';
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
  return (
    <div className="flex h-full min-h-96 flex-col">
      <div className="flex shrink-0 flex-col gap-2 border-line border-b bg-surface px-4 pt-2 pb-2.5">
        {heading}
        <div className="flex items-start gap-2">
          <FilterBar q={q} onChange={onQ} />
          {beside}
        </div>
        <RefreshNote query={query} />
      </div>
      <ListScroller ref={scroller} label={label} busy={query.isPlaceholderData}>
        {children}
      </ListScroller>
      {foot}
    </div>
  );
}
