'use client';

import { useState } from 'react';
import { ApiFailure } from '@/lib/api/http';
import { extendLock, releaseLock } from '@/lib/api/queries';
import { type AfterAct, afterAct } from '@/lib/domain/actions/after-action';
import { alsoOf, type Chosen, requiresFor } from '@/lib/domain/actions/hold-choice';
import type { ActRequest, ActResult, HoldPart, LockAction, Preview } from '@/lib/domain/api';
import type { Holder, Lock } from '@/lib/domain/lock';
import { type FailedAct, failedAct } from './action-outcome';
import type { Change } from './compare-previews';
import type { TimedPreview } from './use-preview';

/** An act that was done. `sentAtMs`, `seenAtMs` on the console's clock, `doneAtMs` on the tab's monotonic one. */
export type Done = {
  action: LockAction;
  lock: Lock;
  /** The one of its holders that it was done to. */
  holder: Holder;
  /** The other keys that its token was on. */
  parts: readonly HoldPart[];
  /** Others held on, or other keys of the hold, so that nothing came free. */
  isKept: boolean;
  leaseMs: number | null;
  /** Of a Redlock group, what its nodes make of it; null = the lock is of none. */
  after: AfterAct | null;
  result: ActResult;
  seenAtMs: number;
  sentAtMs: number;
  doneAtMs: number;
};

export type ActView =
  | { is: 'form'; failure: ApiFailure | null }
  | { is: 'sending' }
  | { is: 'done'; done: Done }
  | { is: 'changed'; change: Change; refused: boolean; auditId: number | null }
  | Exclude<FailedAct, { is: 'refused' | 'changed' }>;

export type Act = {
  action: LockAction;
  timed: TimedPreview;
  reason: string;
  typedKey: string;
  leaseMs: number | null;
  /** The other keys of the hold that are released too. */
  chosen: Chosen;
};

export type UseAct = {
  view: ActView;
  setView(view: ActView): void;
  /** Sends exactly what the preview showed. Never throws: what came of it is in `view`. */
  send(act: Act): Promise<void>;
};

/** One act from the form to what Redis said. */
export function useAct(): UseAct {
  const [view, setView] = useState<ActView>({ is: 'form', failure: null });
  const send = async ({ action, timed, reason, typedKey, leaseMs, chosen }: Act) => {
    const { preview, receivedAtMs } = timed;
    const { lock, holder, seen } = preview;
    const sentAtMs = preview.nowMs + Math.max(0, performance.now() - receivedAtMs);
    const also = alsoOf(preview.hold, chosen);
    const request: ActRequest = {
      seen,
      reason,
      ...(requiresFor(preview, chosen).typedKey && { typedKey }),
      ...(also.length > 0 && { also }),
      ...(leaseMs !== null && { leaseMs }),
    };
    setView({ is: 'sending' });
    try {
      const result = await (action === 'release' ? releaseLock : extendLock)(lock.id, request);
      const facts = { seenAtMs: seen.readAtMs, sentAtMs, doneAtMs: performance.now() };
      const isKept =
        result.outcome === 'partly-released' ||
        preview.consequences.some(({ code }) => code === 'others-hold-on');
      const after = afterEach(preview, result);
      const parts = preview.hold?.parts ?? [];
      setView({
        is: 'done',
        done: { action, lock, holder, parts, isKept, leaseMs, after, result, ...facts },
      });
    } catch (error) {
      const failure = ApiFailure.of(error);
      const failed = failedAct(failure, preview);
      setView(failed.is === 'refused' ? { is: 'form', failure } : failed);
    }
  };
  return { view, setView, send };
}

/** What it came to on the nodes of a Redlock group: of several keys the one of which that is least sure. */
function afterEach({ lock, hold }: Preview, result: ActResult): AfterAct | null {
  const others = (result.hold?.keys ?? []).flatMap(({ id, outcome, nodes }) => {
    const part = hold?.parts.find((each) => each.lock.id === id);
    return part && outcome === 'released' ? [afterAct(part.lock, { outcome, nodes })] : [];
  });
  const all = [afterAct(lock, result), ...others];
  return all.find((after) => after?.is === 'short') ?? all[0] ?? null;
}
