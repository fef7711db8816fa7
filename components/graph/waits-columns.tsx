'use client';

import { RefreshCw } from 'lucide-react';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { VerdictBadge } from '@/components/lock-parts/verdict-badge';
import { columnsOf } from '@/components/ui/data-table/column';
import { Elapsed, WaitKnown, WaitLockKey } from './cells';
import { PartyName } from './party-name';
import { ReleaseButton } from './release-button';
import type { UseRelease } from './use-release';
import type { WaitRow } from './wait-rows';

/** The columns of the table of waits, and what they are where it is narrow. */
export function useWaitColumns(release: UseRelease) {
  const t = useT('graph');
  return columnsOf<WaitRow>()(
    {
      id: 'waiter',
      sorts: true,
      names: true,
      cell: (row) => <Waiter row={row} />,
      line: ({ waiter }) => <PartyName party={waiter} className="font-medium" />,
    },
    { id: 'lock', sorts: true, cell: ({ lock }) => <WaitLockKey lock={lock} /> },
    { id: 'state', width: 116, sorts: true, cell: ({ lock }) => <VerdictBadge state={lock.state} /> },
    {
      id: 'holder',
      sorts: true,
      cell: (row) => <HeldByCell row={row} />,
      line: (row) => (
        <span className="flex min-w-0 items-center gap-2">
          <span className="shrink-0 text-3">{t('table.holder')}</span>
          <HeldByCell row={row} />
        </span>
      ),
    },
    {
      id: 'place',
      width: 64,
      end: true,
      sorts: true,
      cell: (row) => <PlaceCell row={row} />,
      line: (row) => <NarrowPlace row={row} />,
      lineClass: 'flex shrink-0 gap-2',
    },
    {
      id: 'since',
      width: 104,
      end: true,
      sorts: true,
      cell: ({ wait }) => <Elapsed sinceMs={wait.sinceMs} />,
      lineClass: 'ms-auto',
    },
    { id: 'known', width: 208, end: true, cell: ({ wait }) => <WaitKnown wait={wait} /> },
    {
      id: 'act',
      width: 112,
      end: true,
      cell: ({ lock, holders }) =>
        holders.length === 0 ? null : <ReleaseButton lock={lock} release={release} />,
      line: ({ lock, holders }) =>
        holders.length === 0 ? null : <ReleaseButton lock={lock} release={release} square />,
      lineClass: 'ms-auto',
    },
  );
}

type Props = { row: WaitRow };

function Waiter({ row: { waiter, inCycle } }: Props) {
  const t = useT('graph');
  return (
    <span className="flex min-w-0 items-center gap-2">
      <PartyName party={waiter} className="font-medium" />
      {inCycle ? (
        <span title={t('tree.inCycle')} className="ms-auto flex shrink-0 text-lost">
          <RefreshCw size={14} aria-hidden />
          <span className="sr-only">{t('tree.inCycle')}</span>
        </span>
      ) : null}
    </span>
  );
}

/** The one who has it, or the first of several and how many more. */
function HeldByCell({ row: { holders } }: Props) {
  const t = useT('graph');
  const format = useFormat();
  const [first, ...others] = holders;
  if (!first) return <span className="text-3">{t('party.nobody')}</span>;
  return (
    <span className="flex min-w-0 items-center gap-2">
      <PartyName party={first} />
      {others.length > 0 ? (
        <span className="shrink-0 text-3">{t('table.more', { n: format.count(others.length) })}</span>
      ) : null}
    </span>
  );
}

function PlaceCell({ row: { wait } }: Props) {
  const t = useT('graph');
  if (wait.place !== null) return wait.place;
  return (
    <span title={t('table.noOrder')} className="text-3">
      <span aria-hidden>–</span>
      <span className="sr-only">{t('table.noOrder')}</span>
    </span>
  );
}

function NarrowPlace({ row: { wait, inCycle } }: Props) {
  const t = useT('graph');
  return (
    <>
      {inCycle ? (
        <span className="flex shrink-0 items-center gap-1 text-lost">
          <RefreshCw size={12} aria-hidden />
          {t('tree.inCycle')}
        </span>
      ) : null}
      {wait.place === null ? null : <span className="text-2">{t('place', { n: wait.place })}</span>}
    </>
  );
}
