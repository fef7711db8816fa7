'use client';

import type { Done } from '@/components/actions/done';
import { NextHolder } from '@/components/actions/next-holder';
import { useTarget, withTarget } from '@/components/app/use-target';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { VerdictBadge } from '@/components/lock-parts/verdict-badge';
import { Button } from '@/components/ui/button';
import { cx } from '@/components/ui/cx';
import { Link } from '@/components/ui/link';
import { leftOf } from '@/lib/domain/actions/hold-choice';
import { lockPath } from '@/lib/domain/keys/lock-id';
import type { Fold } from '../list-parts/fold-multi-locks';
import { FoldToggle } from './fold-toggle';

type Props = { done: Done; fold: Fold | undefined; onFold(): void; onDismiss(): void };
type RowProps = Props & { index: number; columns: number };

const RELEASED = { code: 'released', values: {} } as const;

/** What stands in the place of a lock that was released from here, until the user moves on. */
export function TombstoneRow({ done, index, columns, fold, onFold, onDismiss }: RowProps) {
  const isPart = fold?.is === 'part';
  return (
    <tr data-index={index} aria-rowindex={index + 2} className="hatched h-row border-line border-b">
      <td />
      <td className={cx('overflow-hidden px-2', isPart && 'ps-5')}>
        <VerdictBadge state="free" reason={RELEASED} />
      </td>
      <th scope="row" className={cx('overflow-hidden px-2 font-normal', isPart && 'ps-7')}>
        <span className="flex min-w-0 items-center gap-4">
          <StruckKey done={done} />
          <FoldToggle lock={done.lock} fold={fold} onToggle={onFold} />
        </span>
      </th>
      <td colSpan={Math.max(1, columns - 2)} className="overflow-hidden px-2 pe-3">
        <span className="flex min-w-0 items-center gap-2">
          <Story done={done} />
          <Dismiss onDismiss={onDismiss} />
        </span>
      </td>
    </tr>
  );
}

/** The same where it is narrow. */
export function TombstoneItem({ done, fold, onFold, onDismiss }: Props) {
  return (
    <div className="hatched flex h-full flex-col justify-center gap-0.5 px-4">
      <span className="flex min-w-0 items-center justify-between gap-2">
        <VerdictBadge state="free" reason={RELEASED} />
        <Dismiss onDismiss={onDismiss} />
      </span>
      <span className="flex min-w-0 items-center justify-between gap-2">
        <StruckKey done={done} />
        <FoldToggle lock={done.lock} fold={fold} onToggle={onFold} />
      </span>
      <span className="flex min-w-0 items-center gap-2 overflow-hidden">
        <Story done={done} />
      </span>
    </div>
  );
}

function StruckKey({ done }: { done: Done }) {
  const [target] = useTarget();
  const { lock } = done;
  return (
    <Link
      href={withTarget(lockPath(lock.id), target)}
      dir="ltr"
      title={lock.key.text}
      className="mono block min-w-0 truncate text-3 line-through hover:text-2"
    >
      {lock.key.text}
    </Link>
  );
}

function Story({ done }: { done: Done }) {
  const t = useT('locks');
  const format = useFormat();
  const { result } = done;
  return (
    <>
      <span className="num min-w-0 truncate text-sm" title={format.moment(result.atMs)}>
        {result.outcome === 'partly-released' && result.hold
          ? t(`tombstone.left.${leftOf(result.hold)}`, { time: format.clock(result.atMs) })
          : result.woken === null
            ? t('tombstone.released', { time: format.clock(result.atMs) })
            : t('tombstone.woke', { time: format.clock(result.atMs), count: result.woken })}
      </span>
      {done.isKept ? null : <NextHolder done={done} short />}
      <Link
        href={`/audit#audit-${result.auditId}`}
        className="num shrink-0 text-info text-sm hover:underline"
      >
        {t('tombstone.audit', { id: format.count(result.auditId) })}
      </Link>
    </>
  );
}

function Dismiss({ onDismiss }: { onDismiss(): void }) {
  const t = useT('locks');
  return (
    <Button variant="link" size="sm" className="ms-auto h-6" onClick={onDismiss}>
      {t('tombstone.dismiss')}
    </Button>
  );
}
