'use client';

import dynamic from 'next/dynamic';

const PaletteContent = dynamic(() => import('./palette-content').then((module) => module.PaletteContent), {
  ssr: false,
});

type Props = { open: boolean; onOpenChange(open: boolean): void };

/** Search over keys, tokens and pages; its code is loaded when it is first opened. */
export function SearchPalette({ open, onOpenChange }: Props) {
  return open ? <PaletteContent onClose={() => onOpenChange(false)} /> : null;
}
