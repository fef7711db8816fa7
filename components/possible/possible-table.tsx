import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { FormatLabel } from '@/components/lock-parts/format-label';
import { useTarget, withTarget } from '@/components/shell/use-target';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { ScrollRegion } from '@/components/ui/scroll-region';
import type { Lock } from '@/lib/domain/lock';
import { lockPath } from '@/lib/domain/lock-id';
import { useDecide } from './use-decide';

const COLUMNS = ['key', 'target', 'format', 'ttl', 'length', 'decision'] as const;

export function PossibleTable({ locks }: { locks: readonly Lock[] }) {
  const t = useT('possible');
  return (
    <ScrollRegion label={t('title')} className="panel overflow-x-auto">
      <table className="w-full tabular-nums">
        <caption className="sr-only">{t('caption')}</caption>
        <thead className="text-3 text-xs">
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
    <tr className="h-row border-line border-b last:border-b-0 hover:bg-hover [&>td]:px-2 [&>td]:py-1.5 [&>td]:first:ps-4 [&>td]:last:pe-4">
      <td className="max-w-96">
        <Link
          href={withTarget(lockPath(lock.id), target)}
          title={lock.key.text}
          className="mono block truncate font-semibold hover:underline"
        >
          <bdi dir="ltr">{lock.key.text}</bdi>
        </Link>
      </td>
      <td>{lock.target}</td>
      <td>
        <FormatLabel lock={lock} />
      </td>
      <td>{typeof lock.ttlMs === 'number' ? format.duration(lock.ttlMs) : t('noTtl')}</td>
      <td className="text-2">{bytes === undefined ? null : t('bytes', { count: bytes })}</td>
      <td>
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
        <Button size="sm" off={busy} onClick={() => send('lock')}>
          {t('isLock')}
          {named}
        </Button>
        <Button size="sm" off={busy} onClick={() => send('not-a-lock')}>
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
