'use client';

import { useQuery } from '@tanstack/react-query';
import { LockOpen, Plus } from 'lucide-react';
import type { ReactElement } from 'react';
import { useChangesOff } from '@/components/app/access';
import { useLive } from '@/components/app/live-provider';
import { useMoment } from '@/components/app/use-moment';
import { useT } from '@/components/i18n/use-t';
import { Button } from '@/components/ui/button';
import { Tooltip } from '@/components/ui/tooltip';
import { nodesQueries } from '@/lib/api/queries';
import type { Lock } from '@/lib/contract/lock';
import type { Choice } from './choice';
import type { OpenAction } from './use-action-dialog';

export type OffReason =
  | 'anonymous'
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
  const offNow = useOffReason(lock);
  const count = lock.holders.length;
  if (!gone && count === 0) return null;
  const off: OffReason | null = gone ? 'gone' : (offNow ?? (count > 1 ? 'several' : null));
  const extendOff = off ?? ((choice?.holder ?? lock).ttlMs === 'none' ? 'never' : null);
  return (
    <>
      {lock.actions.extend ? (
        <OffTooltip off={extendOff}>
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
        <OffTooltip off={off}>
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

/** Why nothing can be done to any lock here now; null = it can. */
export function useOffReason(lock: Pick<Lock, 'target'>): 'anonymous' | 'past' | 'stale' | 'readOnly' | null {
  const changesOff = useChangesOff();
  const { actsOff } = useLive();
  const { atMs } = useMoment();
  const nodes = useQuery(nodesQueries.now());
  const readOnly = nodes.data?.nodes.some((node) => node.target === lock.target && node.readOnly) ?? false;
  if (changesOff) return 'anonymous';
  if (atMs !== null) return 'past';
  return actsOff ? 'stale' : readOnly ? 'readOnly' : null;
}

export function OffTooltip({ off, children }: { off: OffReason | null; children: ReactElement }) {
  const t = useT('actions');
  return off === null ? children : <Tooltip content={t(`off.${off}`)}>{children}</Tooltip>;
}
