'use client';

import {
  CircleCheck,
  CircleDashed,
  CircleHelp,
  CircleSlash,
  CircleX,
  Lock,
  type LucideIcon,
} from 'lucide-react';
import { useTarget, withTarget } from '@/components/app/use-target';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { KeyText } from '@/components/lock-parts/key-text';
import { WaitersCell } from '@/components/lock-parts/waiters-cell';
import { cx } from '@/components/ui/cx';
import { columnsOf } from '@/components/ui/data-table/column';
import { shortToken } from '@/lib/domain/holders/short-token';
import { lockPath } from '@/lib/domain/keys/lock-id';
import type { BulkRow, RowStand } from './run-machine';

export const STAND_STYLES: Record<RowStand, { icon: LucideIcon; colour: string }> = {
  released: { icon: CircleCheck, colour: 'text-verified' },
  refused: { icon: CircleSlash, colour: 'text-risk' },
  unexpected: { icon: CircleX, colour: 'text-lost' },
  open: { icon: CircleHelp, colour: 'text-lost' },
  'not-tried': { icon: CircleDashed, colour: 'text-3' },
  planned: { icon: Lock, colour: 'text-3' },
  left: { icon: CircleSlash, colour: 'text-3' },
};

/** One lock of a run: what became of it, by what it was compared, and what followed. */
export function useBulkColumns() {
  const t = useT('bulk');
  const [target] = useTarget();
  return columnsOf<BulkRow>()(
    { id: 'outcome', width: 124, head: t('column.outcome'), cell: ({ stand }) => <Stand stand={stand} /> },
    {
      id: 'key',
      names: true,
      head: t('column.key'),
      cell: ({ item }) => (
        <KeyText display={item.key} href={withTarget(lockPath(item.id), target)} className="font-normal" />
      ),
      lineClass: 'flex min-w-0',
    },
    { id: 'compare', width: 150, head: t('column.compare'), cell: (row) => <Compared row={row} /> },
    {
      id: 'waiters',
      width: 72,
      end: true,
      head: t('column.waiters'),
      cell: ({ item }) => <WaitersCell count={item.waiting} />,
    },
    {
      id: 'node',
      width: 132,
      head: t('column.node'),
      cell: ({ item: { node, target: of } }) => (
        <span title={`${of} · ${node}`} className="block truncate text-3">
          {node}
        </span>
      ),
    },
    { id: 'followed', width: 208, head: t('column.followed'), cell: (row) => <Then row={row} /> },
  );
}

function Stand({ stand }: { stand: RowStand }) {
  const t = useT('bulk');
  const { icon: Icon, colour } = STAND_STYLES[stand];
  const isLoud = stand === 'unexpected' || stand === 'refused' || stand === 'open';
  return (
    <span className={cx('inline-flex items-center gap-1.5', colour)}>
      <Icon size={14} aria-hidden className="shrink-0" />
      <span className={cx(isLoud ? 'font-semibold' : stand === 'released' && 'text-1')}>
        {t(`outcome.${stand}`)}
      </span>
    </span>
  );
}

/** Who had it when it was read, and who had it then where that is another. */
function Compared({ row: { item, result } }: { row: BulkRow }) {
  const { holder } = item;
  if (!holder) return <span className="text-3">—</span>;
  const token = shortToken(holder.token.text);
  const other = result?.because === 'successor' ? result.after?.token : null;
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      {holder.label ? <span className="truncate text-2">{holder.label}</span> : null}
      <bdi dir="ltr" title={holder.token.text} className="mono shrink-0 text-3 text-sm">
        {token}
      </bdi>
      {other ? (
        <bdi dir="ltr" title={other} className="mono shrink-0 font-semibold text-sm">
          → {shortToken(other)}
        </bdi>
      ) : null}
    </span>
  );
}

function Then({ row }: { row: BulkRow }) {
  const text = useThenText();
  const isLoud = row.stand === 'unexpected' || row.stand === 'open';
  return (
    <span className={cx('block whitespace-normal py-1', isLoud ? 'font-semibold' : 'text-2')}>
      {text(row)}
    </span>
  );
}

/** What followed, in one sentence; also for the file. */
export function useThenText(): (row: BulkRow) => string {
  const t = useT('bulk');
  const format = useFormat();
  return ({ item, result, stand }) => {
    const { because = null } = result ?? {};
    if (stand === 'left') {
      const { code = '', message = '' } = item.why ?? {};
      return t.has(`why.${code}`) ? t(`why.${code as 'denied'}`) : message;
    }
    if (stand === 'released') {
      const woken = result?.woken ?? 0;
      const others = result?.others ?? null;
      const { unseen = 0, kept = 0, unclear = 0 } = result ?? {};
      if (unseen + kept > 0) {
        const which = unseen === 0 ? 'kept' : kept === 0 ? 'unseen' : 'both';
        const count = unseen + kept;
        return t('followed.stays', { count, n: format.count(count), which, unseenN: format.count(unseen) });
      }
      if (unclear > 0) return t('followed.unclear', { count: unclear, n: format.count(unclear) });
      if (others !== 0) {
        const count = others ?? 0;
        const figures = { woken, wokenN: format.count(woken), count, n: format.count(count) };
        return t('followed.share', figures);
      }
      return woken > 0
        ? t('followed.woken', { count: woken, n: format.count(woken) })
        : t('followed.released');
    }
    if (because === 'successor' && result?.after?.holder) {
      const { holder, token } = result.after;
      return t('because.successor-named', { holder: holder === token ? shortToken(holder) : holder });
    }
    if (because) return t(`because.${because}`, { why: result?.why?.message ?? '' });
    if (stand === 'open') return t('followed.open');
    const isOver = stand === 'not-tried' ? 'not-tried' : 'planned';
    // What is left of it is not known.
    if (item.ttlMs === null) return '—';
    return item.ttlMs === 'none'
      ? t(`followed.${isOver}-never`)
      : t(`followed.${isOver}`, { left: format.duration(item.ttlMs) });
  };
}
