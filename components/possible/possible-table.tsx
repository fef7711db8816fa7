import { useTarget, withTarget } from '@/components/app/use-target';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { FormatLabel } from '@/components/lock-parts/format-label';
import { Button } from '@/components/ui/button';
import { EDGE_STACKED } from '@/components/ui/data-table/column';
import { DataTable } from '@/components/ui/data-table/data-table';
import { Link } from '@/components/ui/link';
import type { Lock } from '@/lib/contract/lock';
import { lockPath } from '@/lib/domain/keys/lock-id';
import { useDecide } from './use-decide';

export function PossibleTable({ locks }: { locks: readonly Lock[] }) {
  const t = useT('possible');
  const format = useFormat();
  const [target] = useTarget();
  return (
    <DataTable
      caption={t('caption')}
      label={t('title')}
      scroll="panel overflow-x-auto"
      className="tabular-nums"
      columns={[
        {
          id: 'key',
          cellClass: 'max-sm:basis-full sm:max-w-96',
          cell: ({ id, key }) => (
            <Link
              href={withTarget(lockPath(id), target)}
              className="mono block break-all font-semibold hover:underline"
            >
              <bdi dir="ltr">{key.text}</bdi>
            </Link>
          ),
        },
        { id: 'target', cell: (lock) => lock.target },
        { id: 'format', cell: (lock) => <FormatLabel lock={lock} /> },
        {
          id: 'ttl',
          cellClass: 'whitespace-nowrap',
          cell: ({ ttlMs }) => (
            <>
              <span aria-hidden className="text-3 sm:hidden">
                {`${t('ttl')} `}
              </span>
              {typeof ttlMs === 'number' ? format.duration(ttlMs) : t('noTtl')}
            </>
          ),
        },
        {
          id: 'length',
          cellClass: 'whitespace-nowrap text-2',
          cell: ({ holders: [holder] }) => (holder ? t('bytes', { count: holder.token.byteLength }) : null),
        },
        { id: 'decision', cellClass: 'max-sm:basis-full', cell: (lock) => <Decide lock={lock} /> },
      ]}
      heads={(id) => t(id)}
      rows={locks}
      rowKey={({ id }) => id}
      headClass="whitespace-nowrap"
      pad={`sm:py-1.5 ${EDGE_STACKED}`}
      rowClass="hover:bg-hover sm:h-row"
      stacks="max-sm:flex max-sm:flex-wrap max-sm:items-center max-sm:gap-x-3 max-sm:gap-y-1 max-sm:px-3 max-sm:py-2.5"
    />
  );
}

function Decide({ lock }: { lock: Lock }) {
  const t = useT('possible');
  const { send, busy, failure } = useDecide(lock.id);
  const named = <span className="sr-only">{t('of', { key: lock.key.text })}</span>;
  return (
    <>
      <span className="flex gap-2">
        <Button size="sm" off={busy} className="max-sm:h-11 max-sm:flex-1" onClick={() => send('lock')}>
          {t('isLock')}
          {named}
        </Button>
        <Button size="sm" off={busy} className="max-sm:h-11 max-sm:flex-1" onClick={() => send('not-a-lock')}>
          {t('notLock')}
          {named}
        </Button>
      </span>
      {failure ? (
        <p role="alert" className="wrap-anywhere pt-1 text-lost text-sm">
          {t('failed', { why: failure.message })}
        </p>
      ) : null}
    </>
  );
}
