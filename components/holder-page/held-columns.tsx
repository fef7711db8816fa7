'use client';

import type { ReactNode } from 'react';
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
import type { Standing } from '@/components/ui/use-standing';
import { lockPath } from '@/lib/domain/keys/lock-id';
import type { Holding } from '../lock-parts/holdings';

export const HELD_COLUMNS = ['verdict', 'key', 'kind', 'token', 'age', 'lease', 'node', 'known'] as const;
export type HeldColumn = (typeof HELD_COLUMNS)[number];

/** Width (none = what is left) and side of a column. */
export const HELD_STYLE: Record<HeldColumn, { width?: number; end?: boolean }> = {
  verdict: { width: 192 },
  key: {},
  kind: { width: 140 },
  token: { width: 88 },
  age: { width: 80, end: true },
  lease: { width: 160 },
  node: { width: 76 },
  known: { width: 108, end: true },
};

type Props = {
  row: Standing<Holding>;
  nowMs: number;
  /** It stands under its token, which is on several keys. */
  isPart: boolean;
};

/** What stands in each column of one lock that the holder has. */
export const HELD_CELLS: Record<HeldColumn, (props: Props) => ReactNode> = {
  verdict: (props) => <HeldState {...props} />,
  key: ({ row }) => <HeldKey row={row} copy />,
  kind: ({ row }) => <FormatLabel lock={row.item.lock} />,
  token: ({ row: { item }, isPart }) => (
    <span className="flex min-w-0 items-center gap-1.5">
      <HolderRole mode={item.holder.mode} />
      {isPart ? null : <TokenText holder={item.holder} className="text-3" />}
    </span>
  ),
  age: ({ row: { item }, nowMs }) => <AgeText lock={{ holders: [item.holder] }} nowMs={nowMs} />,
  lease: (props) => <HeldLeaseCell {...props} />,
  node: ({ row: { item } }) => (
    <span title={`${item.lock.node} · db ${item.lock.db}`} className="block truncate">
      {item.lock.target}
    </span>
  ),
  known: ({ row: { item }, nowMs }) => <KnownByText known={item.lock.confirmed} nowMs={nowMs} />,
};

type PartProps = Pick<Props, 'row' | 'nowMs'>;

export function HeldState({ row: { item, left }, nowMs }: PartProps) {
  const t = useT('holders');
  if (left) return <span className="text-3 text-sm">{t('left')}</span>;
  return <VerdictBadge state={item.lock.state} reason={reasonAt(item.lock, nowMs)} />;
}

export function HeldLeaseCell({ row: { item, left }, nowMs }: PartProps) {
  const { lock, holder } = item;
  const view = left ? ({ is: 'unread' } as const) : holderLeaseOf(lock, holder, nowMs || lock.known.atMs);
  return <LeaseViewBar view={view} isRisk={!left && lock.state === 'at-risk'} className="w-36 shrink-0" />;
}

export function HeldKey({ row, copy = false }: { row: Standing<Holding>; copy?: boolean }) {
  const [target] = useTarget();
  const { lock } = row.item;
  return (
    <KeyText
      lock={lock}
      href={withTarget(lockPath(lock.id), target)}
      copy={copy}
      className="scroll-mt-12 leading-6"
    />
  );
}
