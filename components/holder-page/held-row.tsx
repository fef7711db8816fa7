'use client';

import type { ReactNode } from 'react';
import { useNow } from '@/components/app/live-provider';
import { cx } from '@/components/ui/cx';
import type { Standing } from '@/components/ui/use-standing';
import type { Holding } from '../lock-parts/holdings';
import { HELD_CELLS, HELD_STYLE, type HeldColumn } from './held-columns';

type Props = { row: Standing<Holding>; columns: readonly HeldColumn[]; isPart: boolean };

/** One lock that the holder has, in a table; under its token it stands in. */
export function HeldRow({ row, columns, isPart }: Props) {
  const nowMs = useNow();
  return (
    <tr className={cx('h-row hover:bg-hover', row.left && 'text-3')}>
      {columns.map((id) => {
        const Content = HELD_CELLS[id];
        return (
          <Cell key={id} id={id} isPart={isPart}>
            <Content row={row} nowMs={nowMs} isPart={isPart} />
          </Cell>
        );
      })}
    </tr>
  );
}

function Cell({ id, isPart, children }: { id: HeldColumn; isPart: boolean; children: ReactNode }) {
  const style = cx('px-2 last:pe-3', isPart ? 'first:ps-7' : 'first:ps-3', HELD_STYLE[id].end && 'text-end');
  return id === 'key' ? (
    <th scope="row" className={cx(style, 'font-normal', isPart && 'ps-5')}>
      {children}
    </th>
  ) : (
    <td className={cx(style, 'overflow-hidden')}>{children}</td>
  );
}
