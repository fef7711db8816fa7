'use client';

import { useQuery } from '@tanstack/react-query';
import { useT } from '@/components/i18n/use-t';
import { PageFrame } from '@/components/shell/page-frame';
import { PageState } from '@/components/shell/page-state';
import { RefreshNote } from '@/components/shell/refresh-note';
import { TableSkeleton } from '@/components/shell/table-skeleton';
import { useTarget } from '@/components/shell/use-target';
import { EmptyState } from '@/components/ui/states';
import { possibleQueries } from '@/lib/api/queries';
import type { PossibleAnswer } from '@/lib/domain/possible-api';
import { Decisions } from './decisions';
import { PossibleTable } from './possible-table';

/** Keys that may be locks, apart from the locks, and what was decided of others. */
export function PossiblePage() {
  const t = useT('possible');
  const [target] = useTarget();
  const query = useQuery(possibleQueries.all(target));
  return (
    <div className="flex flex-col gap-3 px-3 py-3 sm:px-4">
      <RefreshNote query={query} />
      {query.data ? (
        <Content answer={query.data} />
      ) : (
        <PageState
          title={t('title')}
          error={query.error}
          onRetry={query.refetch}
          loading={t('loading')}
          skeleton={<TableSkeleton />}
        />
      )}
    </div>
  );
}

function Content({ answer }: { answer: PossibleAnswer }) {
  const t = useT('possible');
  return (
    <PageFrame title={t('title')} hint={t('summary', { count: answer.matched })}>
      <p className="max-w-prose text-2 text-sm">{t('intro')}</p>
      {answer.locks.length === 0 ? (
        <div className="panel">
          <EmptyState title={t('empty')}>{t('emptyText')}</EmptyState>
        </div>
      ) : (
        <PossibleTable locks={answer.locks} />
      )}
      {answer.decisions.length > 0 ? <Decisions answer={answer} /> : null}
    </PageFrame>
  );
}
