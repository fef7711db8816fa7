'use client';

import { useT } from '@/components/i18n/use-t';
import { Link } from '@/components/ui/link';
import { useTarget, withTarget } from '../app/use-target';

export function NodesLink() {
  const t = useT('shell');
  const [target] = useTarget();
  return (
    <Link
      href={withTarget('/nodes', target)}
      className="ms-auto inline-flex min-h-6 shrink-0 items-center font-semibold underline"
    >
      {t('fresh.show')}
    </Link>
  );
}
