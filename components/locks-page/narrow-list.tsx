'use client';

import { Fragment, memo } from 'react';
import { useNow } from '@/components/app/live-provider';
import { useTarget, withTarget } from '@/components/app/use-target';
import { useT } from '@/components/i18n/use-t';
import { AgeText } from '@/components/lock-parts/age-text';
import { HolderMark, HolderNameText, HolderText } from '@/components/lock-parts/holder-text';
import { KeyText } from '@/components/lock-parts/key-text';
import { KnownByText } from '@/components/lock-parts/known-by';
import { LeaseBar } from '@/components/lock-parts/lease-bar';
import { reasonAt } from '@/components/lock-parts/reason-at';
import { VerdictBadge } from '@/components/lock-parts/verdict-badge';
import { Votes } from '@/components/lock-parts/votes';
import { cx } from '@/components/ui/cx';
import type { Lock } from '@/lib/contract/lock';
import { isShared } from '@/lib/domain/holders/holders-summary';
import { type LockId, lockPath } from '@/lib/domain/keys/lock-id';
import { countOf } from '@/lib/domain/values/counted';
import { type Fold, isSameFold } from '../list-parts/fold-multi-locks';
import { MoreSentinel } from '../list-parts/more-sentinel';
import type { ShownRow } from '../list-parts/shown-row';
import { FoldToggle } from './fold-toggle';
import type { ListProps } from './list-props';
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
                    <Item row={row} fold={fold} onFold={actions.fold} />
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

type ItemProps = { row: ShownRow; fold?: Fold | undefined; onFold?(lead: LockId): void };

/** One lock in a few lines, and beside its key how many others it stands for. */
export const Item = memo(function Item({ row: { lock, left }, fold, onFold = () => {} }: ItemProps) {
  const t = useT('locks');
  const nowMs = useNow();
  const [target] = useTarget();
  return (
    <div className="num flex h-full flex-col justify-center gap-0.5 px-4">
      <span className="flex items-center justify-between gap-2">
        <span className="min-w-0">
          {left ? (
            <span className="text-3 text-sm">{t('row.left')}</span>
          ) : (
            <VerdictBadge state={lock.state} reason={reasonAt(lock, nowMs)} />
          )}
        </span>
        <LeaseBar
          lock={left ? { ...lock, state: 'unknown' } : lock}
          nowMs={nowMs}
          className="w-36 shrink-0"
        />
      </span>
      <span className="flex min-w-0 items-center justify-between gap-2">
        <KeyText lock={lock} href={withTarget(lockPath(lock.id), target)} className="leading-6" />
        <FoldToggle lock={lock} fold={fold} onToggle={() => onFold(lock.id)} />
        {lock.votes ? <Votes votes={lock.votes} className="text-2 text-sm" /> : null}
      </span>
      <span className="flex items-center gap-2 text-2 text-sm">
        <span className="flex min-w-0 flex-1 items-center gap-1.5">
          <Facts lock={lock} nowMs={nowMs} />
        </span>
        <KnownByText known={lock.confirmed} nowMs={nowMs} short />
      </span>
    </div>
  );
}, isSameItem);

function isSameItem(a: ItemProps, b: ItemProps): boolean {
  return a.row === b.row && isSameFold(a.fold, b.fold) && a.onFold === b.onFold;
}

function Facts({ lock, nowMs }: { lock: Lock; nowMs: number }) {
  const t = useT('locks');
  const [holder] = lock.holders;
  const isAlone = lock.holders.length === 1 && !isShared(lock);
  const waiting = countOf(lock.waiters.count);
  return (
    <>
      {holder && isAlone ? (
        <>
          <HolderMark verdict={holder.verdict} />
          <HolderNameText holder={holder} form="short" />
        </>
      ) : (
        <HolderText lock={lock} compact />
      )}
      <Dot />
      {!waiting.known ? (
        <span className="shrink-0 text-3">{t('row.waitersUnknown')}</span>
      ) : (
        <span
          className="shrink-0"
          title={lock.ghosts ? t('row.ghosts', { count: waiting.count, ghosts: lock.ghosts }) : undefined}
        >
          {t.rich('row.waiters', {
            count: waiting.count,
            b: (chunks) => <b className="font-semibold text-1">{chunks}</b>,
          })}
        </span>
      )}
      <Dot />
      <span className="shrink-0">
        <AgeText lock={lock} nowMs={nowMs} />
      </span>
    </>
  );
}

function Dot() {
  return (
    <span aria-hidden className="text-3">
      ·
    </span>
  );
}
