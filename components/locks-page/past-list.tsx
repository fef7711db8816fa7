'use client';

import { useT } from '@/components/i18n/use-t';
import { VerdictBadge } from '@/components/lock-parts/verdict-badge';
import type { PastLock } from '@/lib/contract/past';
import { KnownHistory } from '../past-parts/known-history';
import { PastAge, PastHolders, PastLease, PastWaiters } from '../past-parts/past-text';
import { PastKey } from './past-table';

/** The locks of a moment as rows of a few lines, for narrow screens. */
export function PastList({ locks, atMs }: { locks: readonly PastLock[]; atMs: number }) {
  const t = useT('rewind');
  const column = useT('locks');
  return (
    <ul aria-label={t('caption')} className="bg-surface">
      {locks.map((lock) => (
        <li key={lock.id} className="num flex flex-col gap-0.5 border-line border-b px-4 py-2">
          <span className="flex items-center justify-between gap-2">
            <VerdictBadge state={lock.state} />
            <PastLease lock={lock} />
          </span>
          <PastKey lock={lock} atMs={atMs} />
          <span className="flex items-center gap-2 text-2 text-sm">
            <PastHolders lock={lock} />
            <span className="flex items-center gap-1.5">
              {column('column.waiters')} <PastWaiters count={lock.waiters} />
            </span>
            <PastAge lock={lock} />
            <KnownHistory className="ms-auto" />
          </span>
        </li>
      ))}
    </ul>
  );
}
