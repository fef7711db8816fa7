'use client';

import { useTarget } from '@/components/app/use-target';
import { useT } from '@/components/i18n/use-t';
import { Link } from '@/components/ui/link';
import { queryString } from '@/lib/contract/request';

/** The way to who held its locks when. */
export function ToTimeline({ family }: { family: string }) {
  const t = useT('timeline');
  const [target] = useTarget();
  return (
    <Link
      href={`/timeline${queryString({ family, target })}`}
      aria-label={t('ofFamily', { family })}
      className="inline-flex h-6 shrink-0 items-center px-1 font-medium text-info text-sm hover:underline"
    >
      {t('short')}
    </Link>
  );
}
