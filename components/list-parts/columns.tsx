'use client';

import { columnVisibilityFeature, createColumnHelper, tableFeatures } from '@tanstack/react-table';
import { useNow } from '@/components/app/live-provider';
import { useTarget, withTarget } from '@/components/app/use-target';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { AgeText } from '@/components/lock-parts/age-text';
import { FormatLabel } from '@/components/lock-parts/format-label';
import { HolderText } from '@/components/lock-parts/holder-text';
import { KeyText } from '@/components/lock-parts/key-text';
import { KnownByText } from '@/components/lock-parts/known-by';
import { LeaseBar } from '@/components/lock-parts/lease-bar';
import { reasonAt } from '@/components/lock-parts/reason-at';
import { VerdictBadge } from '@/components/lock-parts/verdict-badge';
import { Votes } from '@/components/lock-parts/votes';
import { UnknownRing, WaitersCell } from '@/components/lock-parts/waiters-cell';
import type { LockSort } from '@/lib/contract/codes';
import type { Lock } from '@/lib/contract/lock';
import { lockPath } from '@/lib/domain/keys/lock-id';
import type { ShownRow } from './shown-row';

export const FEATURES = tableFeatures({ columnVisibilityFeature });

const helper = createColumnHelper<typeof FEATURES, ShownRow>();

export const COLUMN_IDS = [
  'verdict',
  'key',
  'kind',
  'holder',
  'hold',
  'waiters',
  'age',
  'lease',
  'node',
  'known',
] as const;

export type ColumnId = (typeof COLUMN_IDS)[number];

/** Width (none = what is left), side and order of a column. Verdict and key cannot be hidden. */
export const COLUMN_STYLE: Record<ColumnId, { width?: number; end?: boolean; sort?: LockSort }> = {
  verdict: { width: 204, sort: 'verdict' },
  key: { sort: 'key' },
  kind: { width: 152 },
  holder: { width: 204 },
  hold: { width: 46, end: true },
  waiters: { width: 78, end: true, sort: 'waiters' },
  age: { width: 92, end: true, sort: 'age' },
  lease: { width: 166, sort: 'ttl' },
  node: { width: 92 },
  known: { width: 112, end: true },
};

/** What stands in each column of one lock. */
export const CELLS: Record<ColumnId, (props: { lock: Lock; left: boolean }) => React.ReactNode> = {
  verdict: ({ lock, left }) => (left ? <LeftVerdict /> : <VerdictCell lock={lock} />),
  key: ({ lock }) => <KeyCell lock={lock} />,
  kind: ({ lock }) => <FormatLabel lock={lock} />,
  holder: ({ lock }) => <HolderText lock={lock} />,
  hold: ({ lock }) => <HoldCell lock={lock} />,
  waiters: ({ lock }) => <WaitersCell count={lock.waiters.count} ghosts={lock.ghosts} />,
  age: ({ lock }) => <AgeCell lock={lock} />,
  lease: ({ lock, left }) => <LeaseCell lock={lock} left={left} />,
  node: ({ lock }) => (lock.votes ? <Votes votes={lock.votes} /> : <NodeCell lock={lock} />),
  known: ({ lock }) => <KnownCell lock={lock} />,
};

export const COLUMNS = helper.columns(
  COLUMN_IDS.map((id) =>
    helper.display({
      id,
      enableHiding: id !== 'verdict' && id !== 'key',
      cell: ({ row }) => {
        const Cell = CELLS[id];
        return <Cell lock={row.original.lock} left={row.original.left} />;
      },
    }),
  ),
);

function KeyCell({ lock }: { lock: Lock }) {
  const [target] = useTarget();
  return (
    <KeyText
      lock={lock}
      href={withTarget(lockPath(lock.id), target)}
      copy
      className="scroll-mt-12 scroll-mb-4"
    />
  );
}

function VerdictCell({ lock }: { lock: Lock }) {
  return <VerdictBadge state={lock.state} reason={reasonAt(lock, useNow())} />;
}

function LeftVerdict() {
  const t = useT('locks');
  return <span className="text-3 text-sm">{t('row.left')}</span>;
}

function NodeCell({ lock }: { lock: Lock }) {
  return (
    <span title={`${lock.node} · db ${lock.db}`} className="block truncate">
      {lock.target}
    </span>
  );
}

function HoldCell({ lock }: { lock: Lock }) {
  const t = useT('locks');
  const format = useFormat();
  const counts = lock.holders.map(({ holdCount }) => holdCount);
  if (counts.length === 0) return <span className="num text-3">{format.count(0)}</span>;
  const count = counts.includes(null) ? null : counts.reduce<number>((sum, each) => sum + (each ?? 0), 0);
  return count === null ? (
    <UnknownRing label={t('row.holdUnknown')} />
  ) : (
    <span className="num">{format.count(count)}</span>
  );
}

function AgeCell({ lock }: { lock: Lock }) {
  return <AgeText lock={lock} nowMs={useNow()} />;
}

function LeaseCell({ lock, left }: { lock: Lock; left: boolean }) {
  const nowMs = useNow();
  return <LeaseBar lock={left ? { ...lock, state: 'unknown' } : lock} nowMs={nowMs} />;
}

function KnownCell({ lock }: { lock: Lock }) {
  return <KnownByText known={lock.confirmed} nowMs={useNow()} />;
}
