'use client';

import { LockOpen } from 'lucide-react';
import { useState } from 'react';
import { OffTooltip, useOffReason } from '@/components/actions/action-buttons';
import { LazyBulkRun, useRunLoaded } from '@/components/bulk/lazy-run';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { Button } from '@/components/ui/button';
import type { Lock } from '@/lib/contract/lock';
import { shortToken, withShortTokens } from '@/lib/domain/holders/short-token';
import { readRef } from '../lock-parts/holder-ref';

type AllProps = { locks: readonly Lock[]; isOpen: boolean; onOpen(): void };

/** Opens the release of everything that the holder has. */
export function ReleaseAll({ locks, isOpen, onOpen }: AllProps) {
  const t = useT('bulk');
  const format = useFormat();
  useRunLoaded();
  const [first] = locks;
  const off = useOffReason({ target: first?.target ?? '', id: first?.id ?? '' }, 'bulk');
  if (locks.length === 0 && !isOpen) return null;
  return (
    <>
      {isOpen ? <span className="text-3 text-sm">{t('isOpen')}</span> : null}
      {locks.length > 0 ? (
        <OffTooltip off={off} right="bulk">
          <Button
            variant="danger-outline"
            off={off !== null || isOpen}
            icon={<LockOpen size={16} aria-hidden />}
            onClick={onOpen}
          >
            {t('open', { count: locks.length, n: format.count(locks.length) })}
          </Button>
        </OffTooltip>
      ) : null}
    </>
  );
}

/** The run on everything that the holder of this name has. */
export function ReleaseRun({ refText, onClose }: { refText: string; onClose(): void }) {
  const t = useT('bulk');
  const ref = readRef(refText);
  const name = ref?.by === 'token' ? shortToken(ref.name) : (ref?.name ?? refText);
  // The same object as long as it is open: it is what the plan is read for.
  const [ask] = useState({ holder: refText });
  return (
    <LazyBulkRun
      ask={ask}
      title={t('title.holder', { name })}
      scope={t('scope.holder', { name: withShortTokens(refText) })}
      onClose={onClose}
    />
  );
}
