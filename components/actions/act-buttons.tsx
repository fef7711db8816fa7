'use client';

import { useQuery } from '@tanstack/react-query';
import { LockOpen, Plus } from 'lucide-react';
import dynamic from 'next/dynamic';
import { type ReactElement, useEffect, useState } from 'react';
import { useT } from '@/components/i18n/use-t';
import { useLive } from '@/components/shell/live-provider';
import { Button } from '@/components/ui/button';
import { Tooltip } from '@/components/ui/tooltip';
import { nodesQueries } from '@/lib/api/queries';
import type { LockAction } from '@/lib/domain/api';
import type { Lock } from '@/lib/domain/lock';
import type { Done } from './use-act';

const loadDialog = () => import('./act-dialog').then((module) => module.ActDialog);
// Not in the first load, yet there before it is wanted: the network may be what is failing then.
const ActDialog = dynamic(loadDialog, { ssr: false });

type OffReason = 'stale' | 'readOnly' | 'gone' | 'never';

type Props = {
  lock: Lock;
  /** There is no such lock now: `lock` is as last known. */
  gone?: boolean;
  onDone?(done: Done): void;
  onDialog?(open: boolean): void;
  className?: string;
};

/** What can be done to a lock, and the dialog that does it. What its format does not offer has no button. */
export function ActButtons({ lock, gone, onDone, onDialog, className }: Props) {
  const t = useT('actions');
  const { actsOff } = useLive();
  useEffect(() => {
    loadDialog().catch(() => {}); // asked for again when the dialog opens
  }, []);
  const nodes = useQuery(nodesQueries.now());
  const [open, setOpen] = useState<{ lock: Lock; action: LockAction } | null>(null);
  const readOnly = nodes.data?.nodes.some((node) => node.target === lock.target && node.readOnly) ?? false;
  const off: OffReason | null = gone ? 'gone' : actsOff ? 'stale' : readOnly ? 'readOnly' : null;

  const extendOff = off ?? (lock.ttlMs === 'none' ? 'never' : null);

  const show = (action: LockAction) => {
    setOpen({ lock, action });
    onDialog?.(true);
  };
  const closed = (done: Done | null) => {
    setOpen(null);
    onDialog?.(false);
    if (done) onDone?.(done);
  };
  return (
    <>
      {lock.actions.extend ? (
        <OffTooltip off={extendOff}>
          <Button
            off={extendOff !== null}
            icon={<Plus size={16} aria-hidden />}
            onClick={() => show('extend')}
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
            onClick={() => show('release')}
            className={className}
          >
            {t('open.release')}
          </Button>
        </OffTooltip>
      ) : null}
      {open ? <ActDialog key={open.lock.id} lock={open.lock} action={open.action} onClosed={closed} /> : null}
    </>
  );
}

function OffTooltip({ off, children }: { off: OffReason | null; children: ReactElement }) {
  const t = useT('actions');
  return off === null ? children : <Tooltip content={t(`off.${off}`)}>{children}</Tooltip>;
}
