import { useTarget, withTarget } from '@/components/app/use-target';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { FormatLabel } from '@/components/lock-parts/format-label';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { ScrollRegion } from '@/components/ui/scroll-region';
import type { Lock } from '@/lib/contract/lock';
import { lockPath } from '@/lib/domain/keys/lock-id';
import { useDecide } from './use-decide';

const COLUMNS = ['key', 'target', 'format', 'ttl', 'length', 'decision'] as const;

export function PossibleTable({ locks }: { locks: readonly Lock[] }) {
  const t = useT('possible');
  return (
    <ScrollRegion label={t('title')} className="panel overflow-x-auto">
      <table className="w-full tabular-nums">
        <caption className="sr-only">{t('caption')}</caption>
        <thead className="text-3 text-xs max-sm:sr-only">
          <tr className="h-8 border-line border-b">
            {COLUMNS.map((column) => (
              <th key={column} scope="col" className="whitespace-nowrap px-2 text-start first:ps-4 last:pe-4">
                {t(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {locks.map((lock) => (
            <Row key={lock.id} lock={lock} />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function Row({ lock }: { lock: Lock }) {
  const t = useT('possible');
  const format = useFormat();
  const [target] = useTarget();
  const bytes = lock.holders[0]?.token.byteLength;
  return (
    <tr className="border-line border-b last:border-b-0 hover:bg-hover max-sm:flex max-sm:flex-wrap max-sm:items-center max-sm:gap-x-3 max-sm:gap-y-1 max-sm:px-3 max-sm:py-2.5 sm:h-row sm:[&>td]:px-2 sm:[&>td]:py-1.5 sm:[&>td]:first:ps-4 sm:[&>td]:last:pe-4">
      <td className="max-sm:basis-full sm:max-w-96">
        <Link
          href={withTarget(lockPath(lock.id), target)}
          className="mono block break-all font-semibold hover:underline"
        >
          <bdi dir="ltr">{lock.key.text}</bdi>
        </Link>
      </td>
      <td>{lock.target}</td>
      <td>
        <FormatLabel lock={lock} />
      </td>
      <td className="whitespace-nowrap">
        <span aria-hidden className="text-3 sm:hidden">
          {`${t('ttl')} `}
        </span>
        {typeof lock.ttlMs === 'number' ? format.duration(lock.ttlMs) : t('noTtl')}
      </td>
      <td className="whitespace-nowrap text-2">
        {bytes === undefined ? null : t('bytes', { count: bytes })}
      </td>
      <td className="max-sm:basis-full">
        <Decide lock={lock} />
      </td>
    </tr>
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
