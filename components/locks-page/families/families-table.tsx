'use client';

import { useT } from '@/components/i18n/use-t';
import { COLUMN_IDS, COLUMN_STYLE, type ColumnId } from '@/components/list-parts/columns';
import { useHiddenColumns } from '@/components/list-parts/use-hidden-columns';
import { cx } from '@/components/ui/cx';
import type { FamiliesProps } from './families-props';
import { FamilyGroup } from './family-group';

/** Room for the counts of several states. */
const VERDICT_WIDTH = 232;
const KEY_WIDTH = 252;

/** What is said of a family as a whole; the other columns are its members' own. */
const OF_FAMILY: readonly ColumnId[] = ['verdict', 'key', 'kind', 'waiters', 'node'];

/** Families as rows of the table of locks, whose members, where any are open, stand under them in the same columns. */
export function FamiliesTable({ rows, open, ...ask }: FamiliesProps) {
  const t = useT('locks');
  const { visibility } = useHiddenColumns();
  const hasMembers = rows.some(({ item }) => open.has(item.name));
  const columns = COLUMN_IDS.filter((id) => visibility[id] && (hasMembers || OF_FAMILY.includes(id)));
  return (
    <table
      style={{ minWidth: columns.reduce((sum, id) => sum + (widthOf(id) ?? KEY_WIDTH), 0) }}
      className="num w-full table-fixed border-separate border-spacing-0"
    >
      <caption className="sr-only">{t('family.caption')}</caption>
      <colgroup>
        {columns.map((id) => (
          <col key={id} style={{ width: hasMembers || id !== 'kind' ? widthOf(id) : undefined }} />
        ))}
      </colgroup>
      <thead className="sticky top-0 z-10 bg-surface text-3 text-xs">
        <tr className="h-8 [&>th]:border-line [&>th]:border-b">
          {columns.map((id) => (
            <th
              key={id}
              scope="col"
              className={cx('px-2 first:ps-4 last:pe-4', COLUMN_STYLE[id].end && 'text-end')}
            >
              {t(`column.${id}`)}
            </th>
          ))}
        </tr>
      </thead>
      {rows.map((row) => (
        <FamilyGroup
          key={row.item.name}
          row={row}
          columns={columns}
          isOpen={open.has(row.item.name)}
          {...ask}
        />
      ))}
    </table>
  );
}

function widthOf(id: ColumnId): number | undefined {
  return id === 'verdict' ? VERDICT_WIDTH : COLUMN_STYLE[id].width;
}
