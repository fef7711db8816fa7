'use client';

import { RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { VerdictBadge } from '@/components/lock-parts/verdict-badge';
import { Elapsed, WaitKnown, WaitLockKey } from './cells';
import { PartyName } from './party-name';
import { ReleaseButton } from './release-button';
import type { UseRelease } from './use-release';
import type { WaitRow, WaitSort } from './wait-rows';

type Props = { row: WaitRow; release: UseRelease };

/** What stands in each column of the table of waits. */
export const WAIT_CELLS = {
  waiter: Waiter,
  lock: ({ row }) => <WaitLockKey lock={row.lock} />,
  state: ({ row }) => <VerdictBadge state={row.lock.state} />,
  holder: HeldByCell,
  place: PlaceCell,
  since: ({ row }) => <Elapsed sinceMs={row.wait.sinceMs} />,
  known: ({ row }) => <WaitKnown wait={row.wait} />,
  act: ({ row, release }) =>
    row.holders.length === 0 ? null : <ReleaseButton lock={row.lock} release={release} />,
} satisfies Record<WaitSort | 'known' | 'act', (props: Props) => ReactNode>;

function Waiter({ row: { waiter, inCycle } }: Props) {
  const t = useT('graph');
  return (
    <span className="flex min-w-0 items-center gap-2">
      <PartyName party={waiter} />
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
export function HeldByCell({ row: { holders } }: Pick<Props, 'row'>) {
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
