'use client';

import type { ReactNode } from 'react';
import { useT } from '@/components/i18n/use-t';
import { ScrollRegion } from '@/components/ui/scroll-region';

type Props = { nth: number; head: readonly ReactNode[]; rows: readonly (readonly ReactNode[])[] };

/** A table, which scrolls by itself where it has no room. `nth` counts those of the page from 1. */
export function DocTable({ nth, head, rows }: Props) {
  const t = useT('docs');
  return (
    <ScrollRegion label={t('table', { nth })} className="my-3 overflow-x-auto rounded-md border border-line">
      <table className="w-full min-w-[36rem] border-collapse">
        <thead className="bg-sunken text-3 text-xs">
          <tr>{cells(head, 'th', 'px-3 py-2 align-bottom')}</tr>
        </thead>
        <tbody>
          {rows.map((row, nthRow) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a text have no name, and a fixed order
            <tr key={nthRow} className="border-line border-t">
              {cells(row, 'td', 'px-3 py-2 align-top')}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function cells(contents: readonly ReactNode[], Cell: 'th' | 'td', className: string): ReactNode[] {
  return contents.map((content, nth) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the cells of a row have no name, and a fixed order
    <Cell key={nth} className={className} {...(Cell === 'th' && { scope: 'col' })}>
      {content}
    </Cell>
  ));
}
