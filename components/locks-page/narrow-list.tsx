'use client';

import { Fragment, memo } from 'react';
import { useT } from '@/components/i18n/use-t';
import { cx } from '@/components/ui/cx';
import { RowLines } from '@/components/ui/data-table/row-lines';
import { LINES } from '../list-parts/columns';
import { isSameFold } from '../list-parts/fold-multi-locks';
import { MoreSentinel } from '../list-parts/more-sentinel';
import type { ListProps } from './list-props';
import { type LockRow, ROW_COLUMNS } from './row-columns';
import { TombstoneItem } from './tombstone';
import { useListRows } from './use-list-rows';

const ROW_HEIGHT = 86;

/** The locks as rows of a few lines, for narrow screens. */
export function NarrowList(props: ListProps) {
  const { rows, folds, tombstones, actions, rowCount } = props;
  const t = useT('locks');
  const { view, body } = useListRows<HTMLUListElement>(props, { rowHeight: ROW_HEIGHT, headHeight: 0 });
  return (
    <>
      <ul {...body} aria-label={t('table.caption')} className="bg-surface">
        {view.items.map(({ index, gap }) => {
          const row = rows[index];
          if (!row) return null;
          const { id } = row.lock;
          const done = tombstones.get(id);
          const fold = folds.get(id);
          const onFold = () => actions.fold(id);
          return (
            <Fragment key={id}>
              {gap > 0 ? <li aria-hidden="true" style={{ height: gap }} /> : null}
              <li
                data-index={index}
                aria-posinset={index + 1}
                aria-setsize={rowCount}
                style={{ height: ROW_HEIGHT }}
                className={cx('border-line border-b', fold?.is === 'part' && 'ps-4')}
              >
                <div className={cx('h-full', fold?.is === 'part' && 'border-line border-s')}>
                  {done ? (
                    <TombstoneItem
                      done={done}
                      fold={fold}
                      onFold={onFold}
                      onDismiss={() => props.onDismiss(id)}
                    />
                  ) : (
                    <Item {...row} fold={fold} onFold={actions.fold} />
                  )}
                </div>
              </li>
            </Fragment>
          );
        })}
        {view.after > 0 ? <li aria-hidden="true" style={{ height: view.after }} /> : null}
      </ul>
      <MoreSentinel onNear={props.onMore} />
      {props.loadingMore ? <p className="px-4 py-2 text-3 text-sm">{t('table.more')}</p> : null}
    </>
  );
}

/** One lock in a few lines. */
export const Item = memo(function Item(row: LockRow) {
  return (
    <div className="flex h-full flex-col justify-center px-4">
      <RowLines columns={ROW_COLUMNS} row={row} lines={LINES} />
    </div>
  );
}, isSameItem);

function isSameItem(a: LockRow, b: LockRow): boolean {
  return a.lock === b.lock && a.left === b.left && isSameFold(a.fold, b.fold) && a.onFold === b.onFold;
}
