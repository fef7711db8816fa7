'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import type { Done } from '@/components/actions/done';
import { doneByKey } from '@/components/actions/done-keys';
import { PageFailure } from '@/components/app/page-state';
import { useShowTally } from '@/components/app/page-tally';
import { useT } from '@/components/i18n/use-t';
import { lockQueries } from '@/lib/api/queries';
import type { LockId } from '@/lib/domain/keys/lock-id';
import { ByWidth } from '../list-parts/by-width';
import { foldRows, stoodFor, toggleFold } from '../list-parts/fold-multi-locks';
import { ListHeading, LocksSummary, Refiltering } from '../list-parts/list-heading';
import { ListPage } from '../list-parts/list-page';
import { ListEmpty, ListSkeleton } from '../list-parts/list-states';
import { useLockFilter } from '../list-parts/use-lock-filter';
import { listCountsOf } from './list-counts';
import type { ListProps } from './list-props';
import { NarrowList } from './narrow-list';
import { NO_SELECTION, resolve, type Selection, toggle, toggleAll } from './selection';
import { SelectionBar } from './selection-bar';
import { SortSelect } from './sort-select';
import type { RowActions } from './table-row';
import { useShownOrder } from './use-shown-order';
import { WideTable } from './wide-table';

/** Every lock that matches a filter, in an order that stands still while somebody works with it. */
export function LocksPage() {
  const t = useT('locks');
  const { filter, name, setQ, setSort } = useLockFilter();
  const query = useInfiniteQuery(lockQueries.list(filter));
  const scroller = useRef<HTMLDivElement>(null);
  const [selection, setSelection] = useState<Selection>(NO_SELECTION);
  const [tombstones, setTombstones] = useState<ReadonlyMap<LockId, Done>>(new Map());
  const [busy, setBusy] = useState({ pointer: false, focus: false, dialog: false });

  const pages = query.data && !query.isPlaceholderData ? query.data.pages : null;
  const frozen = busy.pointer || busy.focus || busy.dialog || selection.locks.size > 0 || tombstones.size > 0;
  const { rows, leads, held, apply } = useShownOrder(name, pages, frozen);
  const [open, setOpen] = useState<ReadonlySet<LockId>>(new Set());
  const folded = useMemo(() => foldRows(rows, leads, open), [rows, leads, open]);
  const stood = useMemo(() => stoodFor(folded), [folded]);
  const present = useMemo(
    () => new Map(query.data?.pages.flatMap((page) => page.locks.map((lock) => [lock.id, lock] as const))),
    [query.data],
  );
  const chosen = useMemo(() => resolve(selection, present), [selection, present]);
  const loaded = useMemo(() => rows.filter(({ left }) => !left).length, [rows]);
  const locks = useMemo(() => rows.map((row) => row.lock), [rows]);

  const latest = useRef({ stood, folds: folded.folds });
  latest.current = { stood, folds: folded.folds };
  const actions = useMemo<RowActions>(
    () => ({
      select: (id, on, range) => setSelection((now) => toggle(now, latest.current.stood, id, { on, range })),
      fold: (id) => setOpen((now) => toggleFold(now, id, latest.current.folds)),
    }),
    [],
  );
  const onBusy = useCallback(
    (what: 'pointer' | 'focus' | 'dialog', is: boolean) =>
      setBusy((now) => (now[what] === is ? now : { ...now, [what]: is })),
    [],
  );
  const { fetchNextPage, hasNextPage, isFetching } = query;
  const onMore = useMemo(
    () => (hasNextPage && !isFetching ? () => void fetchNextPage({ cancelRefetch: false }) : null),
    [hasNextPage, isFetching, fetchNextPage],
  );
  const onDone = (done: Done) => {
    // Of a group that may still have it there is no grave.
    if (done.action !== 'release' || done.after?.is === 'short') return;
    const freed = doneByKey(done).map((each) => [each.lock.id, each] as const);
    setTombstones((now) => new Map([...now, ...freed]));
    setSelection(NO_SELECTION);
  };
  const last = query.data?.pages.at(-1) ?? null;
  const counts = pages && listCountsOf(pages, loaded);
  const isAllChosen = loaded > 0 && chosen.locks.length - chosen.outside >= loaded;
  const matching =
    filter.q !== '' && isAllChosen && counts && counts.matched > chosen.locks.length
      ? { q: filter.q, target: filter.target, count: counts.matched }
      : null;
  useShowTally(counts && !query.error ? { locks: counts.total } : null);
  const listProps: ListProps = {
    rows: folded.rows,
    folds: folded.folds,
    stoodFor: stood,
    filter,
    onSort: setSort,
    selection,
    actions,
    onSelectAll: (on) => setSelection((now) => toggleAll(now, locks, on)),
    tombstones,
    onDismiss: (id) => {
      scroller.current?.focus({ preventScroll: true }); // the button that has focus goes without a word
      setTombstones((now) => new Map([...now].filter(([other]) => other !== id)));
    },
    onBusy,
    scroller,
    rowCount: folded.rows.length + Math.max(0, (counts?.matched ?? loaded) - loaded),
    onMore,
    loadingMore: query.isFetchingNextPage,
  };
  return (
    <ListPage
      heading={
        <ListHeading
          summary={
            counts ? (
              <LocksSummary counts={{ ...counts, filtered: filter.q !== '' }} />
            ) : query.error ? null : (
              <Refiltering />
            )
          }
          held={held}
          onApply={apply}
        />
      }
      q={filter.q}
      onQ={setQ}
      beside={<SortSelect sort={filter.sort} desc={filter.desc} onChange={setSort} />}
      query={query}
      label={t('title')}
      scroller={scroller}
      foot={
        selection.locks.size > 0 ? (
          <SelectionBar
            locks={chosen.locks}
            outside={chosen.outside}
            matching={matching}
            onClear={() => setSelection(NO_SELECTION)}
            onDone={onDone}
            onDialog={(isOpen) => onBusy('dialog', isOpen)}
          />
        ) : null
      }
    >
      {content()}
    </ListPage>
  );

  function content() {
    if (!query.data || !last) {
      return query.error ? <PageFailure error={query.error} onRetry={query.refetch} /> : <ListSkeleton />;
    }
    if (rows.length === 0) {
      return <ListEmpty coverage={last.coverage} q={filter.q} onClear={() => setQ('', 'step')} />;
    }
    return (
      <ByWidth>{(narrow) => (narrow ? <NarrowList {...listProps} /> : <WideTable {...listProps} />)}</ByWidth>
    );
  }
}
