import type { ReactNode } from 'react';
import { useT } from '@/components/i18n/use-t';
import { KnownByText } from '@/components/lock-parts/known-by';
import type { Known } from '@/lib/contract/leaves';

type Props = {
  name: string;
  /** How it is known, at the right edge. */
  known?: Known | null | undefined;
  nowMs?: number;
  children: ReactNode;
};

/** A name and what is known under it, one line of a description list. */
export function Fact({ name, known, nowMs, children }: Props) {
  return (
    <div className="flex min-w-0 gap-3">
      <dt className="w-24 shrink-0 text-2">{name}</dt>
      <dd className="flex min-w-0 flex-1 items-baseline gap-3">
        <div className="min-w-0 flex-1">{children}</div>
        {known ? (
          <KnownByText known={known} nowMs={nowMs ?? 0} form="moment" short="narrow" className="shrink-0" />
        ) : null}
      </dd>
    </div>
  );
}

/** What cannot be known. */
export function Unknown() {
  const common = useT('common');
  return <span className="text-3">{common('unknown')}</span>;
}
