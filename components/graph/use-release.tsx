'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { type ReactNode, useRef, useState } from 'react';
import { useActionDialog } from '@/components/actions/use-action-dialog';
import { useTarget, withTarget } from '@/components/app/use-target';
import { lockQueries } from '@/lib/api/queries';
import type { LockDetail } from '@/lib/contract/locks';
import { isShared } from '@/lib/domain/holders/holders-summary';
import { type LockId, lockPath } from '@/lib/domain/keys/lock-id';

export type UseRelease = {
  dialog: ReactNode;
  /** The lock whose reading is under way. */
  reading: LockId | null;
  /** The dialog is open. */
  isOpen: boolean;
  /**
   * Reads the lock and opens the dialog of its release. What cannot be released as a whole (nobody has it, several have it, no
   * such act, no answer) is told by the page of the lock, where this leads then.
   */
  open(id: LockId): void;
};

export function useRelease(): UseRelease {
  const cache = useQueryClient();
  const router = useRouter();
  const [target] = useTarget();
  const [reading, setReading] = useState<LockId | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const wanted = useRef<LockId | null>(null);
  const act = useActionDialog({ onDialog: setIsOpen });

  async function open(id: LockId): Promise<void> {
    wanted.current = id;
    setReading(id);
    const detail = await cache.fetchQuery({ ...lockQueries.detail(id), staleTime: 0 }).catch(() => null);
    if (wanted.current !== id) return;
    wanted.current = null;
    setReading(null);
    if (detail && canRelease(detail)) act.open(detail.lock, 'release');
    else router.push(withTarget(lockPath(id), target));
  }

  return { dialog: act.dialog, reading, isOpen, open: (id) => void open(id) };
}

/** Whether there is one holder, and a release of the lock is a release of that one. */
function canRelease({ lock, unread }: Pick<LockDetail, 'lock' | 'unread'>): boolean {
  return !unread && lock.actions.release && lock.holders.length === 1 && !isShared(lock);
}
