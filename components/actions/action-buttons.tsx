'use client';

import { useQuery } from '@tanstack/react-query';
import { LockOpen, Plus, Snowflake } from 'lucide-react';
import { cloneElement, type ReactElement, type RefAttributes, Suspense, useRef } from 'react';
import { useDenied } from '@/components/app/access';
import { LazyDeniedHint } from '@/components/app/lazy-denied';
import { useLive } from '@/components/app/live-provider';
import { useMoment } from '@/components/app/use-moment';
import { useT } from '@/components/i18n/use-t';
import { Button } from '@/components/ui/button';
import { Tooltip } from '@/components/ui/tooltip';
import { nodesQueries } from '@/lib/api/queries';
import type { LockAction } from '@/lib/contract/action-codes';
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
  | 'unsupported'
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

const ICONS = { extend: Plus, quarantine: Snowflake, release: LockOpen };
const ACTIONS = ['extend', 'quarantine', 'release'] as const;

/**
 * What can be done to a lock. What its format does not offer has no button, but for a quarantine in place of a release; neither
 * has what nobody holds. Of several holders one is chosen elsewhere.
 */
export function ActionButtons({ lock, onAct, choice = null, gone, className }: Props) {
  const t = useT('actions');
  const offNow = {
    release: useOffReason(lock, 'release'),
    extend: useOffReason(lock, 'extend'),
    quarantine: useOffReason(lock, 'quarantine'),
  };
  const { actions, holders, id } = lock;
  const { needs } = actions;
  if (!gone && holders.length === 0) return null;
  const offFor = (action: LockAction): OffReason | null => {
    if (gone) return 'gone';
    const several = holders.length > 1 ? 'several' : null;
    if (action === 'quarantine' && !actions.quarantine) return 'unsupported';
    const never = action === 'extend' && (choice?.holder ?? lock).ttlMs === 'none' ? 'never' : null;
    return offNow[action] ?? several ?? never;
  };
  const offered = ACTIONS.filter((action) => actions[action === 'extend' ? action : 'release']);
  return (
    <>
      {offered.map((action) => {
        const Icon = ICONS[action];
        const off = offFor(action);
        return (
          <OffTooltip key={action} off={off} right={action} lockId={id}>
            <Button
              variant={action === 'release' ? 'danger-outline' : 'default'}
              off={off !== null}
              icon={<Icon size={16} aria-hidden />}
              onClick={() => onAct(lock, action, choice)}
              className={className}
            >
              {t(`open.${action}`)}
            </Button>
          </OffTooltip>
        );
      })}
      {!actions.release && needs ? (
        <Tooltip content={t('off.needs', needs)}>
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
