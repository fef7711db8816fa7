import { BookOpen } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTarget, withTarget } from '@/components/app/use-target';
import { Link } from '@/components/ui/link';
import type { FindingCode } from '@/lib/contract/finding-codes';
import { findingDocPath } from '@/lib/domain/docs/doc-paths';

type Props = {
  code: FindingCode;
  /** What it is called where its words alone do not say which finding. */
  name?: string;
  children: ReactNode;
};

/** The way to the page of the documentation about a finding. */
export function FindingDocLink({ code, name, children }: Props) {
  const [target] = useTarget();
  return (
    <Link
      href={withTarget(findingDocPath(code), target)}
      aria-label={name}
      className="inline-flex min-h-6 items-center gap-1.5 font-medium text-info text-sm hover:underline"
    >
      <BookOpen size={14} aria-hidden className="shrink-0" />
      {children}
    </Link>
  );
}
