'use client';

import { withMoment } from '@/components/app/use-moment';
import { useTarget } from '@/components/app/use-target';
import { useT } from '@/components/i18n/use-t';
import { KEY_WIDTH, likeColumns } from '@/components/list-parts/columns';
import { KIND_ICONS } from '@/components/lock-parts/format-label';
import { KeyText } from '@/components/lock-parts/key-text';
import { VerdictBadge } from '@/components/lock-parts/verdict-badge';
import { UnknownRing } from '@/components/lock-parts/waiters-cell';
import { columnsOf, EDGE } from '@/components/ui/data-table/column';
import { DataTable } from '@/components/ui/data-table/data-table';
import type { PastLock } from '@/lib/contract/history/past';
import { lockPath } from '@/lib/domain/keys/lock-id';
import { KnownHistory } from '../past-parts/known-history';
import { PastAge, PastHolders, PastLease, PastWaiters } from '../past-parts/past-text';

type Props = { locks: readonly PastLock[]; atMs: number; narrow?: boolean };

/** The locks of a moment, in those columns of the table of now that history has something for. */
export function PastTable({ locks, atMs, narrow }: Props) {
  const t = useT('rewind');
  const column = useT('locks');
  const [target] = useTarget();
  const columns = columnsOf<PastLock>()(
    { id: 'verdict', cell: ({ state }) => <VerdictBadge state={state} /> },
    {
      id: 'key',
      names: true,
      cell: ({ id, key }) => (
        <KeyText
          display={{ text: key, exact: true, byteLength: key.length }}
          href={withMoment(lockPath(id), target, atMs)}
          className="min-h-6 items-center"
        />
      ),
      lineClass: 'flex',
    },
    { id: 'kind', cell: (lock) => <PastKind lock={lock} /> },
    { id: 'holder', cell: (lock) => <PastHolders lock={lock} /> },
    {
      id: 'waiters',
      cell: ({ waiters }) => <PastWaiters count={waiters} />,
      line: ({ waiters }) => (
        <>
          {column('column.waiters')} <PastWaiters count={waiters} />
        </>
      ),
      lineClass: 'flex shrink-0 items-center gap-1.5',
    },
    { id: 'age', cell: (lock) => <PastAge lock={lock} />, lineClass: 'shrink-0' },
    { id: 'lease', cell: (lock) => <PastLease lock={lock} />, lineClass: 'ms-auto' },
    { id: 'node', cell: (lock) => <span className="block truncate">{lock.target}</span> },
    { id: 'known', cell: () => <KnownHistory />, lineClass: 'ms-auto shrink-0' },
  );
  return (
    <DataTable
      caption={t('caption')}
      columns={likeColumns(columns)}
      heads={(id) => column(`column.${id}`)}
      rows={locks}
      rowKey={({ id }) => id}
      className="num bg-surface"
      pad={`overflow-hidden ${EDGE}`}
      room={KEY_WIDTH}
      sticky
      lined
      narrow={narrow}
      lines={[['verdict', 'lease'], ['key'], ['holder', 'waiters', 'age', 'known']]}
    />
  );
}

/** Kind as an icon and the library, as last seen. */
function PastKind({ lock: { kind, format } }: { lock: Pick<PastLock, 'kind' | 'format'> }) {
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
