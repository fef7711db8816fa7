'use client';

import { useTarget, withTarget } from '@/components/app/use-target';
import { useT } from '@/components/i18n/use-t';
import { cx } from '@/components/ui/cx';
import { Link } from '@/components/ui/link';
import type { Holder } from '@/lib/contract/holder';
import { holderPath, holderRefsOf } from '@/lib/domain/holders/holder-ref';
import { readRef } from './holder-ref';

/** The way to all that a holder has; nothing where nothing tells it from others. */
export function HolderLink({ holder, className }: { holder: Holder; className?: string }) {
  const t = useT('holders');
  const [target] = useTarget();
  const path = holderPath(holder);
  const by = readRef(holderRefsOf(holder)[0] ?? '')?.by;
  if (path === null || by === undefined) return null;
  return (
    <Link
      href={withTarget(path, target)}
      className={cx('inline-flex min-h-6 items-center font-medium text-info hover:underline', className)}
    >
      {t(by === 'token' ? 'everything.token' : 'everything.process')}
    </Link>
  );
}
