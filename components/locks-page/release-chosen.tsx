'use client';

import { LockOpen } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useEffect, useState } from 'react';
import { OffTooltip, useOffReason } from '@/components/actions/action-buttons';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { MOST_BULK } from '@/lib/contract/limits';
import type { Lock } from '@/lib/contract/lock';

const loadRun = () => import('@/components/bulk/bulk-run').then((module) => module.BulkRun);
// Not in the first load, yet there before it is wanted: the network may be what is failing then.
const BulkRun = dynamic(loadRun, { ssr: false });

type Props = { locks: readonly Lock[]; onDialog(open: boolean): void };

/** Releases the chosen locks in one run, those that were chosen when it was opened. */
export function ReleaseChosen({ locks, onDialog }: Props) {
  const t = useT('bulk');
  const format = useFormat();
  const [ask, setAsk] = useState<{ ids: string[] } | null>(null);
  const [isRunning, setRunning] = useState(false);
  useEffect(() => {
    loadRun().catch(() => {}); // asked for again when it is opened
  }, []);
  const denied = locks.find(({ actions }) => actions.release) ?? locks[0];
  const off = useOffReason({ target: denied?.target ?? '', id: denied?.id ?? '' }, 'bulk');
  const isTooMany = locks.length > MOST_BULK;
  const open = (next: { ids: string[] } | null) => {
    setAsk(next);
    onDialog(next !== null);
  };
  const count = ask?.ids.length ?? 0;
  return (
    <>
      <OffTooltip off={off} right="bulk">
        <Button
          variant="danger-outline"
          off={off !== null || isTooMany}
          title={isTooMany ? t('off.tooMany', { most: format.count(MOST_BULK) }) : undefined}
          icon={<LockOpen size={16} aria-hidden />}
          onClick={() => open({ ids: locks.map(({ id }) => id) })}
        >
          {t('open', { count: locks.length, n: format.count(locks.length) })}
        </Button>
      </OffTooltip>
      {ask ? (
        <Dialog
          open
          keepOnOutsidePress
          size="xl"
          onOpenChange={(isOpen) => !isOpen && !isRunning && open(null)}
          title={t('title.selection', { count, n: format.count(count) })}
          description={t('planning')}
          descriptionHidden
        >
          <BulkRun
            ask={ask}
            scope={t('scope.selection', { count })}
            onClose={() => open(null)}
            onRunning={setRunning}
          />
        </Dialog>
      ) : null}
    </>
  );
}
