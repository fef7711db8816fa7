'use client';

import { useQuery } from '@tanstack/react-query';
import { useTarget, withTarget } from '@/components/app/use-target';
import { useT } from '@/components/i18n/use-t';
import { Link } from '@/components/ui/link';
import { possibleQueries } from '@/lib/api/queries';

/** The way to the keys that may be locks; nothing while there is none. */
export function PossibleLink() {
  const t = useT('possible');
  const [target] = useTarget();
  const { data } = useQuery(possibleQueries.all(target));
  if (!data || data.matched + data.decisions.length === 0) return null;
  return (
    <Link href={withTarget('/possible', target)} className="text-info text-sm hover:underline">
      {t('link', { count: data.matched })}
    </Link>
  );
}
