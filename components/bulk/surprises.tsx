import type { ReactNode } from 'react';
import { useTarget, withTarget } from '@/components/app/use-target';
import { useT } from '@/components/i18n/use-t';
import { Link } from '@/components/ui/link';
import { lockPath } from '@/lib/domain/keys/lock-id';
import { type BulkState, bulkRows } from './run-machine';

const SURPRISES = 3;

/** The locks that stopped the run, and why each did. */
export function Surprises({ state }: { state: BulkState }) {
  const t = useT('bulk');
  const [target] = useTarget();
  const found = bulkRows(state).filter(({ stand }) => stand === 'unexpected');
  if (found.length === 0) return null;
  return (
    <section>
      <h3 className="font-semibold text-lost">{t('surprise.title')}</h3>
      {found.slice(0, SURPRISES).map(({ item, result }) => {
        const because = result?.because ?? 'error';
        return (
          <div key={item.id} className="mt-1.5">
            <p>
              <bdi dir="ltr" className="mono break-all font-semibold">
                {item.key.text}
              </bdi>
              <Colon>{t(`because.${because}`, { why: result?.why?.message ?? '', holder: '' })}</Colon>
            </p>
            <p className="text-2 text-sm">
              {t.has(`surprise.${because}`) ? t(`surprise.${because as 'renewed'}`) : t('surprise.other')}{' '}
              <Link
                href={withTarget(lockPath(item.id), target)}
                className="font-medium text-info hover:underline"
              >
                {t('surprise.open')}
              </Link>
            </p>
          </div>
        );
      })}
    </section>
  );
}

function Colon({ children }: { children: ReactNode }) {
  return <span>: {children}</span>;
}
