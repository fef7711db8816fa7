'use client';

import { type Dispatch, useEffect, useReducer, useRef } from 'react';
import { useDenied } from '@/components/app/access';
import { useLive } from '@/components/app/live-provider';
import type { LockAction } from '@/lib/contract/action-codes';
import type { Lock } from '@/lib/contract/lock';
import type { Choice } from './choice';
import {
  type Act,
  type DialogEvent,
  type DialogState,
  isOpen,
  previewRequestOf,
  reduce,
  startOf,
} from './dialog-machine';
import { usePreview } from './preview/use-preview';
import { sendAct } from './send-act';

type Options = { lock: Lock; action: LockAction; choice: Choice | null };

/** The dialog's machine with what drives it: a reading every second, one more for a press on an old one, and the act. */
export function useDialogMachine({ lock, action, choice }: Options): [DialogState, Dispatch<DialogEvent>] {
  const { actsOff } = useLive();
  const mayQuarantine = !useDenied('quarantine', lock.target, lock.id);
  const [state, dispatch] = useReducer(reduce, null, () =>
    startOf({ opened: action, choice, mayQuarantine, leaseMs: lock.leaseMs }),
  );
  const { phase } = state;
  const { data, error, refetch } = usePreview(lock.id, previewRequestOf(state), isOpen(state));
  const sent = useRef<Act>(null);

  useEffect(() => {
    if (data) dispatch({ type: 'read', reading: data, actsOff });
  }, [data, actsOff]);
  useEffect(() => {
    if (error) dispatch({ type: 'read-failed', failure: error });
  }, [error]);
  useEffect(() => {
    if (phase.is === 'checking') void refetch();
  }, [phase.is, refetch]);
  useEffect(() => {
    if (phase.is !== 'sending' || sent.current === phase.act) return;
    sent.current = phase.act; // once, however often effects run
    void sendAct(phase.act).then(dispatch);
  }, [phase]);

  return [state, dispatch];
}
