'use client';

import { CircleAlert, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button';
import { CopyButton } from './copy-button';

/** Nothing to show: what that means, and what to do next. */
export function EmptyState({
  icon,
  title,
  children,
  action,
}: {
  icon?: ReactNode;
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="flex flex-col items-center gap-1 px-6 py-10 text-center">
      {icon ? <span className="mb-1 text-3">{icon}</span> : null}
      <p className="font-semibold">{title}</p>
      {children ? <div className="max-w-[56ch] text-2 text-sm">{children}</div> : null}
      {action ? <div className="mt-3 flex flex-wrap justify-center gap-2">{action}</div> : null}
    </div>
  );
}

/** Something failed: a plain sentence, diagnostics to copy, another try. */
export function ErrorState({
  title,
  children,
  diagnostics,
  retryLabel,
  onRetry,
}: {
  title: ReactNode;
  children?: ReactNode;
  /** Text for the clipboard; holds no secret. */
  diagnostics?: string;
  retryLabel: string;
  onRetry(): void;
}) {
  return (
    <div role="alert" className="flex flex-col items-center gap-1 px-6 py-10 text-center">
      <CircleAlert size={20} className="mb-1 text-lost" aria-hidden />
      <p className="font-semibold">{title}</p>
      {children ? <div className="max-w-[64ch] break-words text-2 text-sm">{children}</div> : null}
      <div className="mt-3 flex flex-wrap justify-center gap-2">
        <Button size="sm" icon={<RotateCw size={14} aria-hidden />} onClick={onRetry}>
          {retryLabel}
        </Button>
        {diagnostics ? <CopyButton text={diagnostics} withText /> : null}
      </div>
    </div>
  );
}
