'use client';

import dynamic from 'next/dynamic';
import { useState } from 'react';
import type { PaletteAct } from './use-palette-commands';

const PaletteContent = dynamic(() => import('./palette-content').then((module) => module.PaletteContent), {
  ssr: false,
});
const ActionDialog = dynamic(
  () => import('@/components/actions/action-dialog').then((module) => module.ActionDialog),
  { ssr: false },
);

type Props = { open: boolean; onOpenChange(open: boolean): void };

/** Search over keys, tokens and pages, and what can be done from wherever one is; its code is loaded when it is first opened. */
export function SearchPalette({ open, onOpenChange }: Props) {
  const [act, setAct] = useState<PaletteAct | null>(null);
  const close = () => onOpenChange(false);
  const choose = (chosen: PaletteAct) => {
    close();
    setAct(chosen);
  };
  return (
    <>
      {open ? <PaletteContent onClose={close} onAct={choose} /> : null}
      {act ? <ActionDialog key={act.lock.id} {...act} choice={null} onClosed={() => setAct(null)} /> : null}
    </>
  );
}
