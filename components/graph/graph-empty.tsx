'use client';

import { CircleDashed, Waypoints } from 'lucide-react';
import { isBlind, useCoverage, useFreshness } from '@/components/app/use-freshness';
import { useTarget, withTarget } from '@/components/app/use-target';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { Link } from '@/components/ui/link';
import { EmptyState } from '@/components/ui/states';

/** Nobody waits, or nobody who waits has a name; or nothing is known, because no node answers. */
export function GraphEmpty({ unnamed, isNow }: { unnamed: number; isNow: boolean }) {
  const t = useT('graph');
  const format = useFormat();
  const fresh = useFreshness();
  const covered = useCoverage();
  if (isNow && fresh === null) return null; // until it is known whether anything answers, nothing is said
  const blind = isNow && isBlind(fresh);
  const partly = isNow && !blind && covered !== null && covered < 1;
  return (
    <div className="panel">
      <EmptyState
        icon={blind ? <CircleDashed size={20} aria-hidden /> : <Waypoints size={20} aria-hidden />}
        title={blind ? t('unknown.title') : partly ? t('emptySoFar') : t('empty.title')}
        action={
          blind ? (
            <To href="/nodes">{t('unknown.nodes')}</To>
          ) : unnamed > 0 ? null : (
            <To href="/locks">{t('empty.locks')}</To>
          )
        }
      >
        {blind ? t('unknown.text') : t('empty.text')}
        {partly ? ` ${t('looked', { share: format.share(covered) })}` : null}
      </EmptyState>
    </div>
  );
}

function To({ href, children }: { href: string; children: string }) {
  const [target] = useTarget();
  return (
    <Link
      href={withTarget(href, target)}
      className="inline-flex min-h-6 items-center font-medium text-info hover:underline"
    >
      {children}
    </Link>
  );
}
