'use client';

import dynamic from 'next/dynamic';
import { type ReactNode, useEffect, useState } from 'react';
import type { LockAction } from '@/lib/contract/action-codes';
import type { Lock } from '@/lib/contract/lock';
import type { Choice } from './choice';
import type { Done } from './done';

const loadDialog = () => import('./action-dialog').then((module) => module.ActionDialog);
// Not in the first load, yet there before it is wanted: the network may be what is failing then.
const ActionDialog = dynamic(loadDialog, { ssr: false });

export type OpenAction = (lock: Lock, action: LockAction, choice?: Choice | null) => void;

type Options = {
  onDone?: ((done: Done) => void) | undefined;
  /** Something was done, and the dialog goes on about the same lock. */
  onAgain?: ((done: Done) => void) | undefined;
  onDialog?: ((open: boolean) => void) | undefined;
};

/**
 * The dialog of an act and what opens it. It belongs where it outlives what it is about: a holder that was released is on no
 * page any more while the dialog still tells what came of it.
 */
export function useActionDialog({ onDone, onAgain, onDialog }: Options = {}): {
  dialog: ReactNode;
  open: OpenAction;
} {
  useEffect(() => {
    loadDialog().catch(() => {}); // asked for again when the dialog opens
  }, []);
  const [shown, setShown] = useState<{ lock: Lock; action: LockAction; choice: Choice | null } | null>(null);
  const closed = (done: Done | null) => {
    setShown(null);
    // What opened it has focus again by then: until that, what must stand while the dialog is open must stand.
    requestAnimationFrame(() => requestAnimationFrame(() => onDialog?.(false)));
    if (done) onDone?.(done);
  };
  return {
    dialog: shown ? (
      <ActionDialog key={shown.lock.id} {...shown} onClosed={closed} onAgain={onAgain} />
    ) : null,
    open: (lock, action, choice = null) => {
      setShown({ lock, action, choice });
      onDialog?.(true);
    },
  };
}
