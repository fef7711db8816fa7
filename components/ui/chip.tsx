'use client';

import { X } from 'lucide-react';
import type { ReactNode } from 'react';

/** A filter in force, 24 high, with a button that takes it away. */
export function Chip({
  name,
  children,
  removeLabel,
  onRemove,
}: {
  name: string;
  children: ReactNode;
  removeLabel: string;
  onRemove(): void;
}) {
  return (
    <span className="inline-flex h-6 max-w-72 items-center overflow-hidden rounded-sm border border-line-strong bg-sunken text-sm">
      <span className="truncate ps-2 pe-1.5">
        <span className="text-2">{name}: </span>
        <span className="font-semibold text-1">{children}</span>
      </span>
      <button
        type="button"
        aria-label={removeLabel}
        onClick={onRemove}
        className="flex h-6 w-6 shrink-0 items-center justify-center border-line border-s text-3 hover:bg-hover hover:text-1"
      >
        <X size={12} aria-hidden />
      </button>
    </span>
  );
}
