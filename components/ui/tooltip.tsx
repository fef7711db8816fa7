'use client';

import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactElement, ReactNode } from 'react';
import { floatRoot } from './float-root';

/** A hint on hover and focus; null = none. `children` is one focusable element; the hint is never the only place of a fact. */
export function Tooltip({
  content,
  children,
  side = 'top',
}: {
  content: ReactNode;
  children: ReactElement;
  side?: 'top' | 'bottom' | 'left' | 'right';
}) {
  return (
    <Base.Root disabled={content === null}>
      <Base.Trigger render={children} delay={350} />
      <Base.Portal container={floatRoot()}>
        <Base.Positioner side={side} sideOffset={6} className="z-50">
          <Base.Popup className="fade-float max-w-80 rounded-sm border border-line bg-raised px-2 py-1 text-1 text-sm shadow-float">
            {content}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
