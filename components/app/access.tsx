'use client';

import { useContext } from 'react';
import type { SessionAnswer } from '@/lib/contract/access/sessions';
import type { Right } from '@/lib/contract/rights';
import { may, mayEverywhere } from '@/lib/domain/access/grants';
import { keyOfSlug, type LockId, parseLockId } from '@/lib/domain/keys/lock-id';
import { SessionContext } from './session-context';

/** Who looks at this page, and how to sign in. */
export function useSession(): SessionAnswer {
  return useContext(SessionContext);
}

/**
 * Whether somebody has no right on a lock, on a whole target, or (null) on every target. The server decides; this says so
 * before it is asked.
 */
export function useDenied(right: Right, target: string | null, id?: LockId): boolean {
  const { who } = useSession();
  const grants = who?.grants ?? [];
  if (target === null) return !mayEverywhere(grants, right);
  const slug = id === undefined ? undefined : parseLockId(id)?.slug;
  return !may(grants, right, target, slug === undefined ? null : keyOfSlug(slug));
}
