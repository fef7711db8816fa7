'use client';

import { useT } from '@/components/i18n/use-t';
import { ByWidth } from '@/components/list-parts/by-width';
import { LeftNote, WaitingCount, WordList } from '@/components/list-parts/cells';
import { COLUMN_IDS, type ColumnId, likeColumns } from '@/components/list-parts/columns';
import { useHiddenColumns } from '@/components/list-parts/use-hidden-columns';
import { WaitersCell } from '@/components/lock-parts/waiters-cell';
import { cx } from '@/components/ui/cx';
import { EDGE, type TableColumn } from '@/components/ui/data-table/column';
import { DataTable } from '@/components/ui/data-table/data-table';
import type { Standing } from '@/components/ui/use-standing';
import type { Family } from '@/lib/contract/groups';
import { StateCounts } from '../../list-parts/state-counts';
import type { FamiliesProps } from './families-props';
import { FamilyName } from './family-name';
import { MemberItems, MemberRows } from './member-rows';
import { ToTimeline } from './to-timeline';

/** Room for the counts of several states. */
const VERDICT_WIDTH = 232;
const KEY_WIDTH = 252;

/** What is said of a family as a whole; the other columns are its members' own. */
const OF_FAMILY: readonly ColumnId[] = ['verdict', 'key', 'kind', 'waiters', 'node'];
const PAD = `[td]:overflow-hidden ${EDGE}`;

/** Families as rows of the table of locks, whose members, where any are open, stand under them in the same columns. */
export function FamiliesTable(props: FamiliesProps) {
  return <ByWidth>{(narrow) => <Families {...props} narrow={narrow} />}</ByWidth>;
}

function Families({ rows, open, onToggle, narrow: isNarrow, ...ask }: FamiliesProps & { narrow: boolean }) {
  const t = useT('locks');
  const { visibility, fits } = useHiddenColumns();
  const hasMembers = rows.some(({ item }) => open.has(item.name));
  const isShown = (id: ColumnId) => isNarrow || (visibility[id] && (hasMembers || OF_FAMILY.includes(id)));
  const name = ({ item }: Standing<Family>) => (
    <FamilyName family={item} isOpen={open.has(item.name)} onToggle={() => onToggle(item.name)} />
  );
  const families: TableColumn<Standing<Family>, ColumnId>[] = [
    {
      id: 'verdict',
      width: VERDICT_WIDTH,
      cell: ({ item, left }) => (left ? <LeftNote /> : <StateCounts states={item.states} />),
    },
    {
      id: 'key',
      names: true,
      cell: (row) => (
        <span className="flex min-w-0 items-center gap-2">
          {name(row)}
          <ToTimeline family={row.item.name} />
          {isShown('kind') ? null : <WordList words={row.item.libraries} />}
        </span>
      ),
      line: name,
    },
    {
      id: 'kind',
      cell: ({ item }) => <WordList words={item.libraries} />,
      ...(hasMembers ? {} : { width: undefined }),
    },
    {
      id: 'waiters',
      cell: ({ item }) => <WaitersCell count={item.waiting} />,
      line: ({ item }) => (
        <>
          <WaitingCount count={item.waiting} /> · {item.libraries.join(', ')}
        </>
      ),
      lineClass: 'truncate',
    },
    { id: 'node', cell: ({ item }) => <WordList words={item.targets} /> },
  ];
  const shown = COLUMN_IDS.filter(isShown);
  const Members = isNarrow ? MemberItems : MemberRows;
  return (
    <DataTable
      caption={t('family.caption')}
      columns={likeColumns(
        shown.map((id) => ({
          ...(families.find((each) => each.id === id) ?? { id, cell: () => null }),
          fits: fits(id),
        })),
      )}
      heads={(id) => t(`column.${id}`)}
      groups={rows.map((row) => ({
        key: row.item.name,
        rows: [row],
        foot: open.has(row.item.name) ? (
          <Members family={row.item.name} shown={shown} pad={PAD} {...ask} />
        ) : null,
      }))}
      rowKey={({ item }) => item.name}
      rowProps={({ item, left }) => ({
        className: cx(left && !isNarrow && 'text-3', isNarrow && open.has(item.name) && 'border-b-0!'),
      })}
      pad={PAD}
      room={KEY_WIDTH}
      sticky
      lined
      narrow={isNarrow}
      lines={[['verdict'], ['key'], ['waiters']]}
    />
  );
}
