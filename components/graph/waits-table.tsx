'use client';

import { ArrowDown, ArrowUp } from 'lucide-react';
import { useT } from '@/components/i18n/use-t';
import { useDrawn } from '@/components/list-parts/use-drawn';
import { useNarrow } from '@/components/list-parts/use-narrow';
import { cx } from '@/components/ui/cx';
import { ScrollRegion } from '@/components/ui/scroll-region';
import type { WaitGraph } from '@/lib/contract/graph';
import type { LockId } from '@/lib/domain/keys/lock-id';
import { usePartyName } from './party-name';
import { useGraphView } from './use-graph-view';
import type { UseRelease } from './use-release';
import { sortRows, type WaitRow, type WaitSort, waitRowsOf } from './wait-rows';
import { WAIT_CELLS } from './waits-cells';
import { WaitsList } from './waits-list';

type Column = WaitSort | 'known' | 'act';

/** Width (none = what is left), side, and whether the table can be put in its order. */
const COLUMNS: readonly { id: Column; width?: number; end?: boolean; sort?: WaitSort }[] = [
  { id: 'waiter', sort: 'waiter' },
  { id: 'lock', sort: 'lock' },
  { id: 'state', width: 116, sort: 'state' },
  { id: 'holder', sort: 'holder' },
  { id: 'place', width: 64, end: true, sort: 'place' },
  { id: 'since', width: 104, end: true, sort: 'since' },
  { id: 'known', width: 208, end: true },
  { id: 'act', width: 112, end: true },
];

/** Room for what has no width of its own. */
const MIN_WIDTH = 180;

type Props = { graph: WaitGraph; focus: LockId | null; release: UseRelease };

/** One wait a row: the graph in words. */
export function WaitsTable({ graph, focus, release }: Props) {
  const t = useT('graph');
  const isNarrow = useNarrow();
  const nameOf = usePartyName();
  const { sort, desc } = useGraphView();
  const all = waitRowsOf(graph);
  const rows = sort === null ? all : sortRows(all, sort, desc, nameOf);
  const { shown, sentinel } = useDrawn(rows);
  if (isNarrow) {
    return (
      <div className="panel overflow-hidden">
        <WaitsList rows={shown} focus={focus} release={release} />
        {sentinel}
      </div>
    );
  }
  return (
    <ScrollRegion label={t('table.caption')} className="panel overflow-x-auto">
      <table
        style={{ minWidth: COLUMNS.reduce((sum, { width }) => sum + (width ?? MIN_WIDTH), 0) }}
        className="num w-full table-fixed border-separate border-spacing-0"
      >
        <caption className="sr-only">{t('table.caption')}</caption>
        <colgroup>
          {COLUMNS.map(({ id, width }) => (
            <col key={id} style={{ width }} />
          ))}
        </colgroup>
        <thead className="text-3 text-xs">
          <tr className="h-8 [&>th]:border-line [&>th]:border-b">
            {COLUMNS.map((column) => (
              <HeadCell key={column.id} {...column} />
            ))}
          </tr>
        </thead>
        <tbody className="[&>tr:last-child>*]:border-b-0 [&>tr>*]:border-line [&>tr>*]:border-b">
          {shown.map((row) => (
            <Row key={row.id} row={row} isFocus={row.lock.id === focus} release={release} />
          ))}
        </tbody>
      </table>
      {sentinel}
    </ScrollRegion>
  );
}

function Row({ row, isFocus, release }: { row: WaitRow; isFocus: boolean; release: UseRelease }) {
  return (
    <tr
      aria-current={isFocus ? 'true' : undefined}
      className={cx('h-row', isFocus ? 'bg-selected' : 'hover:bg-hover')}
    >
      {COLUMNS.map(({ id, end }) => {
        const Content = WAIT_CELLS[id];
        const style = cx('overflow-hidden px-2 first:ps-4 last:pe-3', end && 'text-end');
        return id === 'waiter' ? (
          <th key={id} scope="row" className={cx(style, 'font-medium')}>
            <Content row={row} release={release} />
          </th>
        ) : (
          <td key={id} className={style}>
            <Content row={row} release={release} />
          </td>
        );
      })}
    </tr>
  );
}

function HeadCell({ id, sort, end }: (typeof COLUMNS)[number]) {
  const t = useT('graph');
  const view = useGraphView();
  const style = cx('px-2 first:ps-4 last:pe-4', end && 'text-end');
  if (!sort) {
    return (
      <th scope="col" className={style}>
        {t(`table.${id}`)}
      </th>
    );
  }
  const isSorted = view.sort === sort;
  const Arrow = view.desc ? ArrowDown : ArrowUp;
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (view.desc ? 'descending' : 'ascending') : 'none'}
      className={style}
    >
      <button
        type="button"
        onClick={() => view.setSort(sort, isSorted ? !view.desc : sort === 'state')}
        className={cx(
          'inline-flex h-6 items-center gap-1 rounded-sm hover:text-1',
          isSorted && 'font-semibold text-1',
        )}
      >
        {t(`table.${id}`)}
        {isSorted ? <Arrow size={12} aria-hidden /> : null}
      </button>
    </th>
  );
}
