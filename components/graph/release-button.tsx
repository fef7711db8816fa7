'use client';

import { LockOpen } from 'lucide-react';
import { OffTooltip, useOffReason } from '@/components/actions/action-buttons';
import { useT } from '@/components/i18n/use-t';
import { Button } from '@/components/ui/button';
import type { WaitLock } from '@/lib/contract/graph';
import type { UseRelease } from './use-release';

type Props = {
  lock: WaitLock;
  release: UseRelease;
  /** Its icon alone, where room is short. */
  square?: boolean;
};

/** Opens the dialog in which a lock is released; of several on a page each is named by its key. */
export function ReleaseButton({ lock, release, square }: Props) {
  const t = useT('actions');
  const off = useOffReason(lock, 'release');
  return (
    <OffTooltip off={off} right="release" lockId={lock.id}>
      <Button
        size="sm"
        variant="ghost"
        {...(square && { square, title: t('of.release') })}
        off={off !== null}
        icon={<LockOpen size={14} aria-hidden />}
        aria-label={t('of.releaseName', { name: lock.key.text })}
        aria-busy={release.reading === lock.id || undefined}
        onClick={() => release.open(lock.id)}
        className="-my-0.5"
      >
        {square ? null : t('of.release')}
      </Button>
    </OffTooltip>
  );
}
