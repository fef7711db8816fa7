'use client';

import { COLUMNS, type ColumnId } from '@/components/list-parts/columns';
import { cx } from '@/components/ui/cx';
import { Cells } from '@/components/ui/data-table/table-parts';
import { Item } from '../narrow-list';
import type { FamiliesProps } from './families-props';
import { MembersNote } from './members-note';
import { useMembers } from './use-members';

type Props = Pick<FamiliesProps, 'q' | 'target' | 'frozen'> & {
  family: string;
  shown: readonly ColumnId[];
  pad: string;
};

/** The members of an open family, which stand in from where it does in the first two columns. */
export function MemberRows({ family, shown, pad, ...ask }: Props) {
  const members = useMembers(family, ask);
  const columns = COLUMNS.filter(({ id }) => shown.includes(id));
  return (
    <>
      {members.rows?.map(({ item: lock, left }) => (
        <tr
          key={lock.id}
          className={cx('h-row hover:bg-hover [&>:first-child]:ps-7! [&>th]:ps-7!', left && 'text-3')}
        >
          <Cells columns={columns} row={{ lock, left }} pad={pad} />
        </tr>
      ))}
      <tr>
        <td />
        <td colSpan={columns.length - 1} className="py-1 ps-7 pe-2">
          <MembersNote members={members} />
        </td>
      </tr>
    </>
  );
}

/** The same where it is narrow. */
export function MemberItems({ family, ...ask }: Props) {
  const members = useMembers(family, ask);
  return (
    <div className="ms-4 border-line border-s border-t">
      <ul>
        {members.rows?.map(({ item: lock, left }) => (
          <li key={lock.id} className="h-[86px] border-line border-b">
            <Item lock={lock} left={left} />
          </li>
        ))}
      </ul>
      <div className="px-4 py-1.5">
        <MembersNote members={members} />
      </div>
    </div>
  );
}
