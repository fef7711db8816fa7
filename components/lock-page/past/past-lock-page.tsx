'use client';

import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { Failure } from '@/components/app/page-state';
import { useMoment } from '@/components/app/use-moment';
import { useT } from '@/components/i18n/use-t';
import { LockHeader } from '@/components/lock-page/lock-header';
import { TimelinePanel } from '@/components/timeline/timeline-panel';
import { LoadingState, Skeleton } from '@/components/ui/skeleton';
import { EmptyState } from '@/components/ui/states';
import { ApiFailure } from '@/lib/api/http';
import { pastQueries } from '@/lib/api/past-queries';
import type { PastLockAnswer } from '@/lib/contract/history/past';
import type { DisplayText } from '@/lib/domain/keys/bytes';
import { type LockId, parseLockId } from '@/lib/domain/keys/lock-id';
import { Unwatched } from '../../past-parts/unwatched';
import { PastActs } from './past-acts';
import { PastFindings } from './past-findings';
import { PastHoldersPanel } from './past-holders-panel';
import { PastTags } from './past-tags';
import { PastVerdict } from './past-verdict';

type Props = { id: LockId; display: DisplayText; atMs: number };

/** One lock as it was at a moment: who had it, who waited, what was found, and what came before and after. */
export function PastLockPage({ id, display, atMs }: Props) {
  const query = useQuery(pastQueries.lock(id, atMs));
  const target = parseLockId(id)?.target ?? '?';
  return (
    <div className="flex min-h-full flex-col">
      <LockHeader
        display={display}
        target={target}
        lock={null}
        facts={query.data ? <PastTags lock={query.data.lock} /> : null}
        actions={<PastActs />}
      />
      <div className="flex-1 p-3 sm:px-4">{content()}</div>
      <div className="sticky bottom-0 z-10 flex gap-2 border-line border-t bg-surface px-4 py-2 sm:hidden">
        <PastActs className="h-10 flex-1" />
      </div>
    </div>
  );

  function content() {
    if (query.data) return <Panels answer={query.data} id={id} atMs={atMs} />;
    if (query.error instanceof ApiFailure && query.error.code === 'not-found') return <NeverSeen />;
    if (query.error) {
      return (
        <div className="panel">
          <Failure error={query.error} onRetry={query.refetch} />
        </div>
      );
    }
    return <PastSkeleton />;
  }
}

function Panels({ answer, id, atMs }: { answer: PastLockAnswer; id: LockId; atMs: number }) {
  const { lock, watched } = answer;
  const { setAt } = useMoment();
  return (
    <div className="flex flex-col gap-3">
      {watched ? null : <Unwatched targets={[lock.target]} />}
      <div className="flex flex-col gap-3 lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(380px,34%)] lg:items-start">
        <div className="flex min-w-0 flex-col gap-3">
          <PastVerdict lock={lock} atMs={atMs} watched={watched} />
          <TimelinePanel of={{ by: 'lock', lock: id }} cursorMs={atMs} onMoment={(next) => setAt(next)} />
        </div>
        <div className="flex min-w-0 flex-col gap-3">
          <PastHoldersPanel lock={lock} atMs={atMs} watched={watched} />
          <PastFindings lock={lock} atMs={atMs} watched={watched} />
        </div>
      </div>
    </div>
  );
}

function NeverSeen() {
  const t = useT('rewind');
  return (
    <div className="panel">
      <EmptyState icon={<History size={20} aria-hidden />} title={t('never.title')}>
        {t('never.text')}
      </EmptyState>
    </div>
  );
}

function PastSkeleton() {
  const t = useT('rewind');
  return (
    <LoadingState label={t('loading')}>
      <div className="grid gap-3 lg:grid-cols-[minmax(0,1fr)_minmax(380px,34%)]">
        {['h-40', 'h-40', 'h-56'].map((height) => (
          <div key={height} className={`panel flex flex-col gap-3 p-4 ${height}`}>
            <Skeleton className="h-5 w-64 max-w-full" />
            <Skeleton className="h-4 w-full" />
          </div>
        ))}
      </div>
    </LoadingState>
  );
}
