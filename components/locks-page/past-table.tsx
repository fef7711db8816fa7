'use client';

import type { ReactNode } from 'react';
import { withMoment } from '@/components/app/use-moment';
import { useTarget } from '@/components/app/use-target';
import { useT } from '@/components/i18n/use-t';
import { COLUMN_STYLE, type ColumnId } from '@/components/list-parts/columns';
import { KIND_ICONS } from '@/components/lock-parts/format-label';
import { KeyText } from '@/components/lock-parts/key-text';
import { VerdictBadge } from '@/components/lock-parts/verdict-badge';
import { UnknownRing } from '@/components/lock-parts/waiters-cell';
import { cx } from '@/components/ui/cx';
import type { PastLock } from '@/lib/contract/past';
import { lockPath } from '@/lib/domain/keys/lock-id';
import { KnownHistory } from '../past-parts/known-history';
import { PastAge, PastHolders, PastLease, PastWaiters } from '../past-parts/past-text';

/** Those columns of the table of now that history has something for. */
const COLUMNS = [
  'verdict',
  'key',
  'kind',
  'holder',
  'waiters',
  'age',
  'lease',
  'node',
  'known',
] as const satisfies ColumnId[];
const KEY_WIDTH = 220;

type Props = { locks: readonly PastLock[]; atMs: number };

/** The locks of a moment as a table. */
export function PastTable({ locks, atMs }: Props) {
  const t = useT('rewind');
  const column = useT('locks');
  return (
    <table
      style={{ minWidth: COLUMNS.reduce((sum, id) => sum + (COLUMN_STYLE[id].width ?? KEY_WIDTH), 0) }}
      className="num w-full table-fixed border-separate border-spacing-0 bg-surface"
    >
      <caption className="sr-only">{t('caption')}</caption>
      <colgroup>
        {COLUMNS.map((id) => (
          <col key={id} style={{ width: COLUMN_STYLE[id].width }} />
        ))}
      </colgroup>
      <thead className="sticky top-0 z-10 bg-surface text-3 text-xs">
        <tr className="h-8 [&>th]:border-line [&>th]:border-b">
          {COLUMNS.map((id) => (
            <th
              key={id}
              scope="col"
              className={cx('px-2 first:ps-4 last:pe-4', COLUMN_STYLE[id].end && 'text-end')}
            >
              {column(`column.${id}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="[&>tr>*]:border-line [&>tr>*]:border-b">
        {locks.map((lock) => (
          <tr key={lock.id} className="h-row hover:bg-hover">
            {COLUMNS.map((id) => {
              const style = cx(
                'overflow-hidden px-2 first:ps-4 last:pe-4',
                COLUMN_STYLE[id].end && 'text-end',
              );
              return id === 'key' ? (
                <th key={id} scope="row" className={cx(style, 'font-normal')}>
                  <PastKey lock={lock} atMs={atMs} />
                </th>
              ) : (
                <td key={id} className={style}>
                  <PastCell id={id} lock={lock} />
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function PastKey({ lock, atMs }: { lock: PastLock; atMs: number }) {
  const [target] = useTarget();
  const { id, key } = lock;
  return (
    <KeyText
      display={{ text: key, exact: true, byteLength: key.length }}
      href={withMoment(lockPath(id), target, atMs)}
      className="min-h-6 items-center"
    />
  );
}

function PastCell({ id, lock }: { id: Exclude<(typeof COLUMNS)[number], 'key'>; lock: PastLock }): ReactNode {
  switch (id) {
    case 'verdict':
      return <VerdictBadge state={lock.state} />;
    case 'kind':
      return <PastKind lock={lock} />;
    case 'holder':
      return <PastHolders lock={lock} />;
    case 'waiters':
      return <PastWaiters count={lock.waiters} />;
    case 'age':
      return <PastAge lock={lock} />;
    case 'lease':
      return <PastLease lock={lock} />;
    case 'node':
      return <span className="block truncate">{lock.target}</span>;
    case 'known':
      return <KnownHistory />;
  }
}

/** Kind as an icon and the library, as last seen. */
export function PastKind({ lock: { kind, format } }: { lock: Pick<PastLock, 'kind' | 'format'> }) {
  const t = useT('rewind');
  const parts = useT('parts');
  if (kind === null) return <UnknownRing label={t('kindUnknown')} />;
  const Icon = KIND_ICONS[kind];
  const library = format?.library || parts(`kind.${kind}`);
  return (
    <span title={`${parts(`kind.${kind}`)} · ${library}`} className="flex min-w-0 items-center gap-2 text-2">
      <Icon size={14} aria-hidden className="shrink-0 text-3" />
      <span className="truncate">{library}</span>
    </span>
  );
}
