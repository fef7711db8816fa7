'use client';

import { CircleDashed, ListFilter } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTarget } from '@/components/app/use-target';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { Link } from '@/components/ui/link';
import type { WaitGraph } from '@/lib/contract/graph';
import { queryString } from '@/lib/contract/request';

/** What the page cannot tell: waiters without a name, and locks that were too many. */
export function GraphNotes({ graph: { unnamed, leftOut, waits } }: { graph: WaitGraph }) {
  const t = useT('graph');
  const format = useFormat();
  if (unnamed === 0 && leftOut === null) return null;
  const shown = new Set(waits.map(({ lock }) => lock)).size;
  return (
    <ul className="flex flex-col gap-1 text-2 text-sm">
      {leftOut === null ? null : (
        <Note icon={<ListFilter size={14} aria-hidden />}>
          {t('leftOut', { shown: format.count(shown), total: format.count(leftOut) })}
        </Note>
      )}
      {unnamed === 0 ? null : (
        <Note icon={<CircleDashed size={14} aria-hidden />}>
          {t('unnamed', { count: unnamed, n: format.count(unnamed) })}
        </Note>
      )}
    </ul>
  );
}

function Note({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  const t = useT('graph');
  const [target] = useTarget();
  return (
    <li className="flex gap-2">
      <span className="mt-px shrink-0 text-3">{icon}</span>
      <span className="min-w-0">
        {children}{' '}
        <Link
          href={`/locks${queryString({ q: 'waiters>0', target })}`}
          className="font-medium text-info hover:underline"
        >
          {t('allLocks')}
        </Link>
      </span>
    </li>
  );
}
