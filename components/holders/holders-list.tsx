'use client';

import { useT } from '@/components/i18n/use-t';
import type { Standing } from '@/components/ui/use-standing';
import type { HolderSummary } from '@/lib/contract/groups';
import { type Counted, countOf } from '@/lib/domain/values/counted';
import { HolderLocks, HolderNameCell, HolderStates, WordList } from './holder-cells';

/** The holders as rows of a few lines, for narrow screens. */
export function HoldersList({ rows }: { rows: readonly Standing<HolderSummary>[] }) {
  const t = useT('holders');
  return (
    <ul aria-label={t('index.caption')} className="bg-surface">
      {rows.map((row) => (
        <li key={row.item.ref} className="num flex flex-col gap-0.5 border-line border-b px-4 py-2">
          <span className="flex items-center justify-between gap-3">
            <HolderStates row={row} />
            <Waiting count={row.item.waiting} />
          </span>
          <HolderNameCell row={row} />
          <span className="flex min-w-0 items-center justify-between gap-3 text-sm">
            <HolderLocks row={row} />
            <WordList words={row.item.libraries} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function Waiting({ count }: { count: Counted }) {
  const t = useT('locks');
  const waiting = countOf(count);
  return (
    <span className="shrink-0 text-2 text-sm">
      {!waiting.known ? (
        <span className="text-3">{t('row.waitersUnknown')}</span>
      ) : (
        t.rich('row.waiters', {
          count: waiting.count,
          b: (chunks) => <b className="font-semibold text-1">{chunks}</b>,
        })
      )}
    </span>
  );
}
