'use client';

import { useEffect } from 'react';
import { useAnnounce } from '@/components/app/announcer';
import { PageFailure } from '@/components/app/page-state';
import { TableSkeleton } from '@/components/app/table-skeleton';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { Button } from '@/components/ui/button';
import { cx } from '@/components/ui/cx';
import { Link } from '@/components/ui/link';
import { LoadingState } from '@/components/ui/skeleton';
import type { BulkPlanRequest } from '@/lib/contract/bulk';
import { planned } from '@/lib/domain/actions/bulk';
import { BulkResults } from './bulk-results';
import { BulkSteps } from './bulk-steps';
import { BulkVerdict } from './bulk-verdict';
import { type BulkState, bulkRows, ofRuns, standCounts } from './run-machine';
import { useBulkRun } from './use-bulk-run';

type Props = {
  ask: BulkPlanRequest;
  /** Of the panel, with a way to close it; absent = what stands around it has both. */
  title?: string;
  /** By what the locks were chosen, for the audit. */
  scope: string;
  onClose(): void;
  /** It must stay where it is while it runs. */
  onRunning?(isRunning: boolean): void;
};

/** Releases many locks: the plan that is read first, its confirmation, and what became of each lock. */
export function BulkRun({ ask, title, scope, onClose, onRunning }: Props) {
  const t = useT('bulk');
  const announce = useAnnounce();
  const { state, read, go } = useBulkRun(ask, scope);
  const { phase, plan } = state;
  const end = phase.is === 'over' ? phase.end : null;
  const isRunning = phase.is === 'running';

  useEffect(() => onRunning?.(isRunning), [isRunning, onRunning]);
  const said = useSaid(state);
  useEffect(() => {
    if (said !== null) announce(said);
  }, [said, announce]);

  return (
    <section aria-label={title ?? t('caption')} className="flex min-w-0 flex-col gap-3">
      <header className={cx('flex flex-wrap items-center gap-x-3 gap-y-1', !title && !end && 'hidden')}>
        {title ? <h2 className="font-semibold text-lg">{title}</h2> : null}
        {end ? (
          <Link href={`/audit#audit-${end.auditId}`} className="num font-medium text-info hover:underline">
            {t('audit', { id: end.auditId })}
          </Link>
        ) : null}
        {title ? (
          <Button className="ms-auto" off={isRunning} onClick={onClose}>
            {t('close')}
          </Button>
        ) : null}
      </header>
      {content()}
    </section>
  );

  function content() {
    if (phase.is === 'unread') return <PageFailure error={phase.failure} onRetry={() => read(null)} />;
    if (!plan) {
      return (
        <LoadingState label={t('planning')}>
          <TableSkeleton />
        </LoadingState>
      );
    }
    return (
      <>
        <BulkVerdict state={state} />
        <div className="flex flex-col gap-3 xl:grid xl:grid-cols-[minmax(0,1fr)_440px] xl:items-start">
          <BulkResults state={state} />
          <BulkSteps state={state} onRead={read} onGo={go} onClose={onClose} />
        </div>
      </>
    );
  }
}

/** What a screen reader is to hear once of where the run stands; null = nothing. */
function useSaid(state: BulkState): string | null {
  const t = useT('bulk');
  const format = useFormat();
  const { phase, plan } = state;
  const n = planned(plan?.items ?? []).length;
  if (phase.is === 'confirming') return t('announced.planned', { count: n, n: format.count(n) });
  if (phase.is !== 'over') return null;
  const counts = standCounts(bulkRows(state));
  return t('announced.ended', {
    released: format.count(counts.released),
    of: format.count(ofRuns(counts)),
  });
}
