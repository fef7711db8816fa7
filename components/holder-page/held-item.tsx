'use client';

import { useNow } from '@/components/app/live-provider';
import { AgeText } from '@/components/lock-parts/age-text';
import { FormatLabel } from '@/components/lock-parts/format-label';
import { HolderRole } from '@/components/lock-parts/holder-text';
import { KnownByText } from '@/components/lock-parts/known-by';
import { cx } from '@/components/ui/cx';
import type { Standing } from '@/components/ui/use-standing';
import type { Holding } from '../lock-parts/holdings';
import { HeldKey, HeldLeaseCell, HeldState } from './held-columns';

/** One lock that the holder has in a few lines, for narrow screens. */
export function HeldItem({ row, isPart }: { row: Standing<Holding>; isPart: boolean }) {
  const nowMs = useNow();
  const { lock, holder } = row.item;
  return (
    <li
      className={cx(
        'num flex flex-col gap-0.5 border-line border-b py-2 pe-3 last:border-b-0',
        isPart ? 'ps-6' : 'ps-3',
      )}
    >
      <span className="flex items-center justify-between gap-2">
        <HeldState row={row} nowMs={nowMs} />
        <HeldLeaseCell row={row} nowMs={nowMs} />
      </span>
      <HeldKey row={row} />
      <span className="flex items-center gap-2 text-2 text-sm">
        <span className="flex min-w-0 flex-1 items-center gap-1.5">
          <FormatLabel lock={lock} />
          <span aria-hidden className="text-3">
            ·
          </span>
          <HolderRole mode={holder.mode} />
          <AgeText lock={{ holders: [holder] }} nowMs={nowMs} />
        </span>
        <KnownByText known={lock.confirmed} nowMs={nowMs} short />
      </span>
    </li>
  );
}
