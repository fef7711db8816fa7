'use client';

import { useQuery } from '@tanstack/react-query';
import { LockOpen, Plus } from 'lucide-react';
import { cloneElement, type ReactElement, type RefAttributes, Suspense, useRef } from 'react';
import { useDenied } from '@/components/app/access';
import { LazyDeniedHint } from '@/components/app/lazy-denied';
import { useLive } from '@/components/app/live-provider';
import { useMoment } from '@/components/app/use-moment';
import { useT } from '@/components/i18n/use-t';
import { Button } from '@/components/ui/button';
import { Tooltip } from '@/components/ui/tooltip';
import { nodesQueries } from '@/lib/api/queries';
import type { Lock } from '@/lib/contract/lock';
import type { Right } from '@/lib/contract/rights';
import type { LockId } from '@/lib/domain/keys/lock-id';
import type { Choice } from './choice';
import type { OpenAction } from './use-action-dialog';

export type OffReason =
  | 'denied'
  | 'past'
  | 'stale'
  | 'readOnly'
  | 'gone'
  | 'never'
  | 'several'
  | 'reading'
  | 'over';

type Props = {
  lock: Lock;
  onAct: OpenAction;
  /** Its holder, of a lock that several may hold. */
  choice?: Choice | null;
  /** There is no such lock now: `lock` is as last known. */
  gone?: boolean;
  className?: string;
};

/**
 * What can be done to a lock. What its format does not offer has no button, and neither has what nobody holds; of several
 * holders one is chosen elsewhere.
 */
export function ActionButtons({ lock, onAct, choice = null, gone, className }: Props) {
  const t = useT('actions');
  const offNow = { release: useOffReason(lock, 'release'), extend: useOffReason(lock, 'extend') };
  const count = lock.holders.length;
  if (!gone && count === 0) return null;
  const offFor = (action: keyof typeof offNow): OffReason | null =>
    gone ? 'gone' : (offNow[action] ?? (count > 1 ? 'several' : null));
  const off = offFor('release');
  const extendOff = offFor('extend') ?? ((choice?.holder ?? lock).ttlMs === 'none' ? 'never' : null);
  return (
    <>
      {lock.actions.extend ? (
        <OffTooltip off={extendOff} right="extend" lockId={lock.id}>
          <Button
            off={extendOff !== null}
            icon={<Plus size={16} aria-hidden />}
            onClick={() => onAct(lock, 'extend', choice)}
            className={className}
          >
            {t('open.extend')}
          </Button>
        </OffTooltip>
      ) : null}
      {lock.actions.release ? (
        <OffTooltip off={off} right="release" lockId={lock.id}>
          <Button
            variant="danger-outline"
            off={off !== null}
            icon={<LockOpen size={16} aria-hidden />}
            onClick={() => onAct(lock, 'release', choice)}
            className={className}
          >
            {t('open.release')}
          </Button>
        </OffTooltip>
      ) : null}
      {!lock.actions.release && lock.actions.needs ? (
        <Tooltip content={t('off.needs', lock.actions.needs)}>
          <Button
            variant="danger-outline"
            off
            icon={<LockOpen size={16} aria-hidden />}
            className={className}
          >
            {t('open.release')}
          </Button>
        </Tooltip>
      ) : null}
    </>
  );
}

/** Why somebody cannot use a right on a lock, or on a whole target, here now; null = they can. */
export function useOffReason(
  { target, id }: { target: string; id?: LockId },
  right: Right,
): 'denied' | 'past' | 'stale' | 'readOnly' | null {
  const denied = useDenied(right, target, id);
  const { actsOff } = useLive();
  const { atMs } = useMoment();
  const nodes = useQuery(nodesQueries.now());
  const readOnly = nodes.data?.nodes.some((node) => node.target === target && node.readOnly) ?? false;
  if (denied) return 'denied';
  if (atMs !== null) return 'past';
  return actsOff ? 'stale' : readOnly ? 'readOnly' : null;
}

type OffProps = {
  off: OffReason | null;
  right: Right;
  /** The lock that it is about. */
  lockId?: LockId;
  children: ReactElement<RefAttributes<HTMLButtonElement>>;
};

/** A button with the reason why it is off. It is one and the same button whatever the reason, and before that is loaded. */
export function OffTooltip({ off, right, lockId, children }: OffProps) {
  const t = useT('actions');
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Tooltip content={off === null || off === 'denied' ? null : t(`off.${off}`)}>
        {cloneElement(children, { ref: button })}
      </Tooltip>
      {off === 'denied' ? (
        <Suspense fallback={null}>
          <LazyDeniedHint right={right} button={button} lockId={lockId} />
        </Suspense>
      ) : null}
    </>
  );
}
