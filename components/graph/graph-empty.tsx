'use client';

import { Waypoints } from 'lucide-react';
import Link from 'next/link';
import { useT } from '@/components/i18n/use-t';
import { useTarget, withTarget } from '@/components/shell/use-target';
import { EmptyState } from '@/components/ui/states';

/** Nobody waits, or nobody who waits has a name. */
export function GraphEmpty({ unnamed }: { unnamed: number }) {
  const t = useT('graph');
  const [target] = useTarget();
  return (
    <div className="panel">
      <EmptyState
        icon={<Waypoints size={20} aria-hidden />}
        title={t('empty.title')}
        action={
          unnamed > 0 ? null : (
            <Link
              href={withTarget('/locks', target)}
              className="inline-flex min-h-6 items-center font-medium text-info hover:underline"
            >
              {t('empty.locks')}
            </Link>
          )
        }
      >
        {t('empty.text')}
      </EmptyState>
    </div>
  );
}
