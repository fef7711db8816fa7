'use client';

import { useQuery } from '@tanstack/react-query';
import { useT } from '@/components/i18n/use-t';
import { PageFrame } from '@/components/shell/page-frame';
import { PageState } from '@/components/shell/page-state';
import { RefreshNote } from '@/components/shell/refresh-note';
import { TableSkeleton } from '@/components/shell/table-skeleton';
import { useTarget, withTarget } from '@/components/shell/use-target';
import { Link } from '@/components/ui/link';
import { EmptyState } from '@/components/ui/states';
import { historyQueries } from '@/lib/api/history-queries';
import { auditQueries } from '@/lib/api/queries';
import type { AuditAnswer } from '@/lib/domain/api';
import { AuditTable } from './audit-table';

/** Who released or extended what, why, and what came of it; refusals too. */
export function AuditPage() {
  const t = useT('audit');
  const query = useQuery(auditQueries.latest());
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

function Content({ answer }: { answer: AuditAnswer }) {
  const t = useT('audit');
  const [target] = useTarget();
  const kept = useKept();
  const entries = answer.entries.filter((entry) => target === null || entry.target === target);
  return (
    <PageFrame
      title={t('title')}
      hint={[t('summary', { count: entries.length }), ...(kept === null ? [] : [kept])].join(' · ')}
    >
      {entries.length === 0 ? (
        <div className="panel">
          <EmptyState
            title={t('empty')}
            action={
              <Link href={withTarget('/locks', target)} className="font-medium text-info hover:underline">
                {t('openLocks')}
              </Link>
            }
          >
            {t('emptyText')}
          </EmptyState>
        </div>
      ) : (
        <AuditTable entries={entries} />
      )}
    </PageFrame>
  );
}

/** Where the entries are kept and whether they outlast the console, as the store itself says; null = not known yet. */
function useKept(): string | null {
  const t = useT('audit');
  const { data } = useQuery(historyQueries.status());
  if (!data) return null;
  return data.problem && data.kind !== 'memory' ? t('kept.problem') : t(`kept.${data.kind}`);
}
