'use client';

import { LockOpen } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { OffTooltip, useOffReason } from '@/components/actions/action-buttons';
import { LazyBulkRun, useRunLoaded } from '@/components/bulk/lazy-run';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import type { BulkPlanRequest } from '@/lib/contract/bulk';
import { MOST_BULK } from '@/lib/contract/limits';
import type { Lock } from '@/lib/contract/lock';

/** All that match the filter of the list, where that is more than the rows that are chosen. */
export type Matching = { q: string; target: string | null; count: number };

type Props = { locks: readonly Lock[]; matching: Matching | null; onDialog(open: boolean): void };
type Run = { ask: BulkPlanRequest; title: string; scope: string };

/** Releases the chosen locks in one run, those that were chosen when it was opened, or all that match the filter. */
export function ReleaseChosen({ locks, matching, onDialog }: Props) {
  const t = useT('bulk');
  const format = useFormat();
  const [run, setRun] = useState<Run | null>(null);
  const [isRunning, setRunning] = useState(false);
  useRunLoaded();
  const open = (next: Run | null) => {
    setRun(next);
    onDialog(next !== null);
  };
  const count = locks.length;
  const chosen = (): Run => ({
    ask: { ids: locks.map(({ id }) => id) },
    title: t('title.selection', { count, n: format.count(count) }),
    scope: t('scope.selection', { count }),
  });
  const matched = ({ q, target }: Matching): Run => ({
    ask: { q, ...(target !== null && { target }) },
    title: t('title.filter', { q }),
    scope: t('scope.filter', { q }),
  });
  return (
    <>
      <OpenRun
        locks={locks}
        off={count > MOST_BULK ? t('off.tooMany', { most: format.count(MOST_BULK) }) : undefined}
        onClick={() => open(chosen())}
      >
        {t('open', { count, n: format.count(count) })}
      </OpenRun>
      {matching ? (
        <OpenRun locks={locks} onClick={() => open(matched(matching))}>
          {t('openMatching', { count: matching.count, n: format.count(matching.count) })}
        </OpenRun>
      ) : null}
      {run ? (
        <Dialog
          open
          keepOnOutsidePress
          size="xl"
          onOpenChange={(isOpen) => !isOpen && !isRunning && open(null)}
          title={run.title}
          right={
            <Button off={isRunning} onClick={() => open(null)}>
              {t('close')}
            </Button>
          }
          description={t('planning')}
          descriptionHidden
        >
          <LazyBulkRun ask={run.ask} scope={run.scope} onClose={() => open(null)} onRunning={setRunning} />
        </Dialog>
      ) : null}
    </>
  );
}

type OpenProps = { locks: readonly Lock[]; off?: string | undefined; onClick(): void; children: ReactNode };

/** `off` = why it cannot be opened, besides what keeps everybody from it here. */
function OpenRun({ locks, off, onClick, children }: OpenProps) {
  const first = locks.find(({ actions }) => actions.release) ?? locks[0];
  const reason = useOffReason({ target: first?.target ?? '', id: first?.id ?? '' }, 'bulk');
  return (
    <OffTooltip off={reason} right="bulk">
      <Button
        variant="danger-outline"
        off={reason !== null || off !== undefined}
        title={off}
        icon={<LockOpen size={16} aria-hidden />}
        onClick={onClick}
      >
        {children}
      </Button>
    </OffTooltip>
  );
}
