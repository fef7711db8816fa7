'use client';

import { useNow } from '@/components/app/live-provider';
import { useTarget, withTarget } from '@/components/app/use-target';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { AgeText } from '@/components/lock-parts/age-text';
import { FormatLabel } from '@/components/lock-parts/format-label';
import { HolderMark, HolderNameText, HolderText } from '@/components/lock-parts/holder-text';
import { KeyText } from '@/components/lock-parts/key-text';
import { KnownByText } from '@/components/lock-parts/known-by';
import { LeaseBar } from '@/components/lock-parts/lease-bar';
import { reasonAt } from '@/components/lock-parts/reason-at';
import { VerdictBadge } from '@/components/lock-parts/verdict-badge';
import { Votes } from '@/components/lock-parts/votes';
import { UnknownRing, WaitersCell } from '@/components/lock-parts/waiters-cell';
import { AFTER_DOT, columnsOf, type TableColumn } from '@/components/ui/data-table/column';
import type { Lock } from '@/lib/contract/lock';
import { holderStanding } from '@/lib/domain/holders/holder-standing';
import { isShared } from '@/lib/domain/holders/holders-summary';
import { lockPath } from '@/lib/domain/keys/lock-id';
import { LeftNote, WaitingCount } from './cells';
import type { ShownRow } from './shown-row';

/** Room for a key. */
export const KEY_WIDTH = 220;

/** What is said of one lock, wide and narrow. Verdict and key cannot be hidden. */
export const COLUMNS = columnsOf<ShownRow>()(
  {
    id: 'verdict',
    width: 204,
    sorts: true,
    cell: ({ lock, left }) => (left ? <LeftNote /> : <VerdictCell lock={lock} />),
  },
  {
    id: 'key',
    sorts: true,
    names: true,
    cell: ({ lock }) => <KeyCell lock={lock} copy className="scroll-mt-12 scroll-mb-4" />,
    line: ({ lock }) => <KeyCell lock={lock} className="leading-6" />,
  },
  { id: 'kind', width: 152, cell: ({ lock }) => <FormatLabel lock={lock} /> },
  {
    id: 'holder',
    width: 204,
    cell: ({ lock }) => <HolderText lock={lock} />,
    line: ({ lock }) => <ShortHolder lock={lock} />,
    lineClass: 'flex items-center gap-1.5',
  },
  { id: 'hold', width: 46, end: true, cell: ({ lock }) => <HoldCell lock={lock} /> },
  {
    id: 'waiters',
    width: 78,
    end: true,
    sorts: true,
    cell: ({ lock }) => <WaitersCell count={lock.waiters.count} ghosts={lock.ghosts} />,
    line: ({ lock }) => <WaitingCount count={lock.waiters.count} ghosts={lock.ghosts} />,
    lineClass: AFTER_DOT,
  },
  {
    id: 'age',
    width: 92,
    end: true,
    sorts: true,
    cell: ({ lock }) => <AgeCell lock={lock} />,
    lineClass: AFTER_DOT,
  },
  {
    id: 'lease',
    width: 166,
    sorts: true,
    cell: (row) => <LeaseCell {...row} />,
    lineClass: 'ms-auto w-36 shrink-0',
  },
  {
    id: 'node',
    width: 92,
    cell: ({ lock }) => (lock.votes ? <Votes votes={lock.votes} /> : <NodeCell lock={lock} />),
    line: ({ lock }) => (lock.votes ? <Votes votes={lock.votes} className="text-2 text-sm" /> : null),
    lineClass: 'ms-auto',
  },
  {
    id: 'known',
    width: 112,
    end: true,
    cell: ({ lock }) => <KnownCell lock={lock} />,
    line: ({ lock }) => <KnownCell lock={lock} short />,
    lineClass: 'ms-auto shrink-0',
  },
);

export type ColumnId = (typeof COLUMNS)[number]['id'];

/** Which columns stand on each line of a lock where it is narrow. */
export const LINES = [
  ['verdict', 'lease'],
  ['key', 'node'],
  ['holder', 'waiters', 'age', 'known'],
] as const satisfies ColumnId[][];

export const COLUMN_IDS = COLUMNS.map(({ id }) => id);

/** One column of the locks, for another table of them. */
export function columnOf<Id extends ColumnId>(id: Id): TableColumn<ShownRow, Id> {
  const column = COLUMNS.find((each): each is TableColumn<ShownRow, Id> => each.id === id);
  if (!column) throw new Error(`there is no column ${id}`);
  return column;
}

/** Columns of the same look, for a table of something else. */
export function likeColumns<Row>(
  columns: readonly TableColumn<Row, ColumnId>[],
): TableColumn<Row, ColumnId>[] {
  return columns.map((column) => {
    const { width, end } = columnOf(column.id);
    return { width, end, ...column };
  });
}

function KeyCell({ lock, ...look }: { lock: Lock; copy?: boolean; className: string }) {
  const [target] = useTarget();
  return <KeyText lock={lock} href={withTarget(lockPath(lock.id), target)} {...look} />;
}

/** The one who has it by a short name, or how many have. */
function ShortHolder({ lock }: { lock: Lock }) {
  const [holder] = lock.holders;
  if (!holder || lock.holders.length > 1 || isShared(lock)) return <HolderText lock={lock} compact />;
  return (
    <>
      <HolderMark verdict={holderStanding(holder)} />
      <HolderNameText holder={holder} form="short" />
    </>
  );
}

function VerdictCell({ lock }: { lock: Lock }) {
  return <VerdictBadge state={lock.state} reason={reasonAt(lock, useNow())} />;
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

function LeaseCell({ lock, left }: ShownRow) {
  const nowMs = useNow();
  return <LeaseBar lock={left ? { ...lock, state: 'unknown' } : lock} nowMs={nowMs} />;
}

function KnownCell({ lock, short }: { lock: Lock; short?: boolean }) {
  return <KnownByText known={lock.confirmed} nowMs={useNow()} short={short} />;
}
