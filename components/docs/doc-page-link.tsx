'use client';

import type { ReactNode } from 'react';
import { useTarget, withTarget } from '@/components/app/use-target';
import { Link } from '@/components/ui/link';

type Props = { path: string; current?: boolean; className?: string; children: ReactNode };

/** A link to a page of the documentation, with the chosen connection kept. */
export function DocPageLink({ path, current, className, children }: Props) {
  const [target] = useTarget();
  return (
    <Link href={withTarget(path, target)} aria-current={current ? 'page' : undefined} className={className}>
      {children}
    </Link>
  );
}
