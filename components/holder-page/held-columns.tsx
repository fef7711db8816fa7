'use client';

import { useNow } from '@/components/app/live-provider';
import { useTarget, withTarget } from '@/components/app/use-target';
import { useT } from '@/components/i18n/use-t';
import { AgeText } from '@/components/lock-parts/age-text';
import { FormatLabel } from '@/components/lock-parts/format-label';
import { HolderRole, TokenText } from '@/components/lock-parts/holder-text';
import { KeyText } from '@/components/lock-parts/key-text';
import { KnownByText } from '@/components/lock-parts/known-by';
import { LeaseViewBar } from '@/components/lock-parts/lease-bar';
import { holderLeaseOf } from '@/components/lock-parts/lease-view';
import { reasonAt } from '@/components/lock-parts/reason-at';
import { VerdictBadge } from '@/components/lock-parts/verdict-badge';
import { columnsOf } from '@/components/ui/data-table/column';
import type { Standing } from '@/components/ui/use-standing';
import type { Lock } from '@/lib/contract/lock';
import { lockPath } from '@/lib/domain/keys/lock-id';
import type { Holding } from '../lock-parts/holdings';

/** One lock that the holder has; `isPart` = it stands under its token, which is on several keys. */
type HeldRow = Standing<Holding> & { isPart: boolean };

/** One lock that the holder has, wide and narrow. */
export function useHeldColumns() {
  const nowMs = useNow();
  return columnsOf<HeldRow>()(
    { id: 'verdict', width: 192, cell: (row) => <HeldState row={row} nowMs={nowMs} /> },
    {
      id: 'key',
      names: true,
      cell: ({ item }) => <HeldKey lock={item.lock} copy />,
      line: ({ item }) => <HeldKey lock={item.lock} />,
      lineClass: 'flex',
    },
    { id: 'kind', width: 140, cell: ({ item }) => <FormatLabel lock={item.lock} /> },
    {
      id: 'token',
      width: 88,
      cell: ({ item, isPart }) => (
        <span className="flex min-w-0 items-center gap-1.5">
          <HolderRole mode={item.holder.mode} />
          {isPart ? null : <TokenText holder={item.holder} className="text-3" />}
        </span>
      ),
      line: ({ item }) => <HolderRole mode={item.holder.mode} />,
    },
    {
      id: 'age',
      width: 80,
      end: true,
      cell: ({ item }) => <AgeText lock={{ holders: [item.holder] }} nowMs={nowMs} />,
    },
    {
      id: 'lease',
      width: 160,
      cell: (row) => <HeldLease row={row} nowMs={nowMs} />,
      lineClass: 'ms-auto shrink-0',
    },
    {
      id: 'node',
      width: 76,
      cell: ({ item: { lock } }) => (
        <span title={`${lock.node} · db ${lock.db}`} className="block truncate">
          {lock.target}
        </span>
      ),
    },
    {
      id: 'known',
      width: 108,
      end: true,
      cell: ({ item }) => <KnownByText known={item.lock.confirmed} nowMs={nowMs} />,
      line: ({ item }) => <KnownByText known={item.lock.confirmed} nowMs={nowMs} short />,
      lineClass: 'ms-auto shrink-0',
    },
  );
}

type Props = { row: HeldRow; nowMs: number };

function HeldState({ row: { item, left }, nowMs }: Props) {
  const t = useT('holders');
  if (left) return <span className="text-3 text-sm">{t('left')}</span>;
  return <VerdictBadge state={item.lock.state} reason={reasonAt(item.lock, nowMs)} />;
}

function HeldLease({ row: { item, left }, nowMs }: Props) {
  const { lock, holder } = item;
  const view = left ? ({ is: 'unread' } as const) : holderLeaseOf(lock, holder, nowMs || lock.known.atMs);
  return <LeaseViewBar view={view} isRisk={!left && lock.state === 'at-risk'} className="w-36 shrink-0" />;
}

function HeldKey({ lock, copy }: { lock: Lock; copy?: boolean }) {
  const [target] = useTarget();
  const href = withTarget(lockPath(lock.id), target);
  return <KeyText lock={lock} href={href} copy={copy} className="scroll-mt-12 leading-6" />;
}
