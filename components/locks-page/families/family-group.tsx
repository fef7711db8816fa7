'use client';

import type { ReactNode } from 'react';
import { useTarget } from '@/components/app/use-target';
import { useT } from '@/components/i18n/use-t';
import { CELLS, COLUMN_STYLE, type ColumnId } from '@/components/list-parts/columns';
import { WaitersCell } from '@/components/lock-parts/waiters-cell';
import { cx } from '@/components/ui/cx';
import { Link } from '@/components/ui/link';
import type { Standing } from '@/components/ui/use-standing';
import type { Family } from '@/lib/contract/groups';
import type { Lock } from '@/lib/contract/lock';
import { queryString } from '@/lib/contract/request';
import { StateCounts } from '../../list-parts/state-counts';
import type { FamiliesProps } from './families-props';
import { FamilyName } from './family-name';
import { MembersNote } from './members-note';
import { useMembers } from './use-members';

type Props = Omit<FamiliesProps, 'rows' | 'open'> & {
  row: Standing<Family>;
  columns: readonly ColumnId[];
  isOpen: boolean;
};

/** A family as a row, and under it its members when it is open. */
export function FamilyGroup({ row: { item: family, left }, columns, isOpen, onToggle, ...ask }: Props) {
  return (
    <tbody className="[&>tr>*]:border-line [&>tr>*]:border-b">
      <tr className={cx('h-row hover:bg-hover', left && 'text-3')}>
        {columns.map((id) => (
          <Cell key={id} id={id} isHead={id === 'key'}>
            <FamilyCell
              id={id}
              family={family}
              left={left}
              isOpen={isOpen}
              hasKind={columns.includes('kind')}
              onToggle={() => onToggle(family.name)}
            />
          </Cell>
        ))}
      </tr>
      {isOpen ? <MemberRows family={family.name} columns={columns} {...ask} /> : null}
    </tbody>
  );
}

type CellProps = {
  id: ColumnId;
  family: Family;
  left: boolean;
  isOpen: boolean;
  /** The libraries have a column of their own. */
  hasKind: boolean;
  onToggle(): void;
};

function FamilyCell({ id, family, left, isOpen, hasKind, onToggle }: CellProps) {
  const t = useT('locks');
  switch (id) {
    case 'verdict':
      return left ? (
        <span className="text-3 text-sm">{t('row.left')}</span>
      ) : (
        <StateCounts states={family.states} />
      );
    case 'key':
      return (
        <span className="flex min-w-0 items-center gap-2">
          <FamilyName family={family} isOpen={isOpen} onToggle={onToggle} />
          <ToTimeline family={family.name} />
          {hasKind ? null : <Words words={family.libraries} />}
        </span>
      );
    case 'kind':
      return <Words words={family.libraries} />;
    case 'waiters':
      return <WaitersCell count={family.waiting} />;
    case 'node':
      return <Words words={family.targets} />;
    default:
      return null;
  }
}

/** The way to who held its locks when. */
function ToTimeline({ family }: { family: string }) {
  const t = useT('timeline');
  const [target] = useTarget();
  return (
    <Link
      href={`/timeline${queryString({ family, target })}`}
      aria-label={t('ofFamily', { family })}
      className="inline-flex h-6 shrink-0 items-center px-1 font-medium text-info text-sm hover:underline"
    >
      {t('short')}
    </Link>
  );
}

function Words({ words }: { words: readonly string[] }) {
  const text = words.join(', ');
  return (
    <span title={text} className="block min-w-0 truncate text-2">
      {text}
    </span>
  );
}

type MemberRowsProps = Pick<FamiliesProps, 'q' | 'target' | 'frozen'> & {
  family: string;
  columns: readonly ColumnId[];
};

function MemberRows({ family, columns, ...ask }: MemberRowsProps) {
  const members = useMembers(family, ask);
  return (
    <>
      {members.rows?.map((row) => (
        <MemberRow key={row.item.id} row={row} columns={columns} />
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

type MemberRowProps = { row: Standing<Lock>; columns: readonly ColumnId[] };

function MemberRow({ row: { item: lock, left }, columns }: MemberRowProps) {
  return (
    <tr className={cx('h-row hover:bg-hover', left && 'text-3')}>
      {columns.map((id) => {
        const Content = CELLS[id];
        return (
          <Cell key={id} id={id} isHead={id === 'key'} isMember>
            <Content lock={lock} left={left} />
          </Cell>
        );
      })}
    </tr>
  );
}

type BoxProps = { id: ColumnId; isHead: boolean; isMember?: boolean; children: ReactNode };

/** Members stand in from where their family does, in the first two columns. */
function Cell({ id, isHead, isMember, children }: BoxProps) {
  const style = cx(
    'px-2 last:pe-4',
    isMember ? 'first:ps-7' : 'first:ps-4',
    isHead ? 'font-normal' : 'overflow-hidden',
    COLUMN_STYLE[id].end && 'text-end',
    isMember && isHead && 'ps-7',
  );
  return isHead ? (
    <th scope="row" className={style}>
      {children}
    </th>
  ) : (
    <td className={style}>{children}</td>
  );
}
