'use client';

import { CircleAlert, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button';
import { CopyButton } from './copy-button';

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
