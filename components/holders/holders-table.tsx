'use client';

import type { ReactNode } from 'react';
import { useT } from '@/components/i18n/use-t';
import { WaitersCell } from '@/components/lock-parts/waiters-cell';
import { cx } from '@/components/ui/cx';
import type { Standing } from '@/components/ui/use-standing';
import type { HolderSummary } from '@/lib/contract/groups';
import { HolderLocks, HolderNameCell, HolderStates, ToldBy, WordList } from './holder-cells';

type Row = Standing<HolderSummary>;

const COLUMNS = ['verdict', 'holder', 'toldBy', 'holds', 'waiters', 'kind', 'node'] as const;
type Column = (typeof COLUMNS)[number];

/** Width (none = what is left) and side of a column. */
const STYLE: Record<Column, { width?: number; end?: boolean }> = {
  verdict: { width: 208 },
  holder: {},
  toldBy: { width: 148 },
  holds: { width: 216 },
  waiters: { width: 72, end: true },
  kind: { width: 224 },
  node: { width: 120 },
};

/** Room for a name. */
const NAME_WIDTH = 240;

const CELLS: Record<Column, (props: { row: Row }) => ReactNode> = {
  verdict: HolderStates,
  holder: HolderNameCell,
  toldBy: ToldBy,
  holds: HolderLocks,
  waiters: ({ row }) => <WaitersCell count={row.item.waiting} />,
  kind: ({ row }) => <WordList words={row.item.libraries} />,
  node: ({ row }) => <WordList words={row.item.targets} />,
};

/** One holder a row. Where everything is on one connection nothing is said about connections. */
export function HoldersTable({ rows }: { rows: readonly Row[] }) {
  const t = useT('holders');
  const locks = useT('locks');
  const targets = new Set(rows.flatMap(({ item }) => item.targets));
  const columns = COLUMNS.filter((id) => id !== 'node' || targets.size > 1);
  return (
    <table
      style={{ minWidth: columns.reduce((sum, id) => sum + (STYLE[id].width ?? NAME_WIDTH), 0) }}
      className="num w-full table-fixed border-separate border-spacing-0"
    >
      <caption className="sr-only">{t('index.caption')}</caption>
      <colgroup>
        {columns.map((id) => (
          <col key={id} style={{ width: STYLE[id].width }} />
        ))}
      </colgroup>
      <thead className="sticky top-0 z-10 bg-surface text-3 text-xs">
        <tr className="h-8 [&>th]:border-line [&>th]:border-b">
          {columns.map((id) => (
            <th key={id} scope="col" className={cx('px-2 first:ps-4 last:pe-4', STYLE[id].end && 'text-end')}>
              {id === 'toldBy' || id === 'holds' ? t(id) : locks(`column.${id}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="[&>tr>*]:border-line [&>tr>*]:border-b">
        {rows.map((row) => (
          <tr key={row.item.ref} className={cx('h-row hover:bg-hover', row.left && 'text-3')}>
            {columns.map((id) => {
              const Content = CELLS[id];
              const style = cx('px-2 first:ps-4 last:pe-4', STYLE[id].end && 'text-end');
              return id === 'holder' ? (
                <th key={id} scope="row" className={cx(style, 'font-normal')}>
                  <Content row={row} />
                </th>
              ) : (
                <td key={id} className={cx(style, 'overflow-hidden')}>
                  <Content row={row} />
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
