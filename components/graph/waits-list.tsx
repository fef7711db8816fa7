'use client';

import { RefreshCw } from 'lucide-react';
import { useT } from '@/components/i18n/use-t';
import { VerdictBadge } from '@/components/lock-parts/verdict-badge';
import { cx } from '@/components/ui/cx';
import type { LockId } from '@/lib/domain/keys/lock-id';
import { Elapsed, WaitKnown, WaitLockKey } from './cells';
import { PartyName } from './party-name';
import { ReleaseButton } from './release-button';
import type { UseRelease } from './use-release';
import type { WaitRow } from './wait-rows';
import { HeldByCell } from './waits-cells';

type Props = { rows: readonly WaitRow[]; focus: LockId | null; release: UseRelease };

/** The waits as rows of a few lines, for narrow screens. */
export function WaitsList({ rows, focus, release }: Props) {
  const t = useT('graph');
  return (
    <ul aria-label={t('table.caption')}>
      {rows.map((row) => (
        <li
          key={row.id}
          aria-current={row.lock.id === focus ? 'true' : undefined}
          className={cx(
            'num flex flex-col gap-0.5 border-line border-b px-3 py-2 last:border-b-0',
            row.lock.id === focus && 'bg-selected',
          )}
        >
          <span className="flex min-w-0 items-center justify-between gap-3">
            <PartyName party={row.waiter} className="font-medium" />
            <Elapsed sinceMs={row.wait.sinceMs} />
          </span>
          <span className="flex min-w-0 items-center gap-2">
            <VerdictBadge state={row.lock.state} />
            <WaitLockKey lock={row.lock} />
          </span>
          <span className="flex min-w-0 items-center gap-2 text-sm">
            <span className="shrink-0 text-3">{t('table.holder')}</span>
            <HeldByCell row={row} />
          </span>
          <span className="flex min-w-0 items-center gap-2 text-sm">
            {row.inCycle ? (
              <span className="flex shrink-0 items-center gap-1 text-lost">
                <RefreshCw size={12} aria-hidden />
                {t('tree.inCycle')}
              </span>
            ) : null}
            {row.wait.place === null ? null : (
              <span className="shrink-0 text-2">{t('place', { n: row.wait.place })}</span>
            )}
            <WaitKnown wait={row.wait} />
            {row.holders.length === 0 ? null : (
              <span className="ms-auto">
                <ReleaseButton lock={row.lock} release={release} square />
              </span>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
