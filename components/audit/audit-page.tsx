'use client';

import { useQuery } from '@tanstack/react-query';
import { PageBody, PageFrame } from '@/components/app/page-frame';
import { PageFailure } from '@/components/app/page-state';
import { RefreshNote } from '@/components/app/refresh-note';
import { TableSkeleton } from '@/components/app/table-skeleton';
import { withTarget } from '@/components/app/use-target';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { LoadingState } from '@/components/ui/skeleton';
import { EmptyState } from '@/components/ui/states';
import { historyQueries } from '@/lib/api/history-queries';
import { auditQueries } from '@/lib/api/queries';
import type { AuditAnswer } from '@/lib/contract/audit';
import { AuditFiles } from './audit-files';
import { AuditFilterForm } from './audit-filter';
import { AuditEntriesTable } from './audit-table';
import { ChainLine } from './chain-line';
import { type UseAuditFilter, useAuditFilter } from './use-audit-filter';

/** Who released or extended what, why, and what came of it; refusals too. */
export function AuditPage() {
  const t = useT('audit');
  const filter = useAuditFilter();
  const { texts, target, problem } = filter;
  const query = useQuery({ ...auditQueries.matching(texts, target), enabled: problem === null });
  const answer = problem === null ? (query.data ?? null) : null;
  return (
    <PageBody>
      <RefreshNote query={query} />
      <PageFrame
        title={t('title')}
        hint={<Hint answer={answer} filtered={filter.filtered} />}
        right={
          <>
            <ChainLine />
            {problem === null ? <AuditFiles texts={texts} target={target} /> : null}
          </>
        }
      >
        <AuditFilterForm filter={filter} />
        {content()}
      </PageFrame>
    </PageBody>
  );

  function content() {
    if (problem !== null)
      return (
        <div className="panel">
          <EmptyState title={t('filter.unread')}>{t('filter.unreadText')}</EmptyState>
        </div>
      );
    if (answer) return <Entries answer={answer} filter={filter} />;
    if (query.error)
      return (
        <div className="panel">
          <PageFailure error={query.error} onRetry={query.refetch} />
        </div>
      );
    return (
      <LoadingState label={t('loading')}>
        <TableSkeleton />
      </LoadingState>
    );
  }
}

/** How many entries are shown, of how many, and where they are kept. */
function Hint({ answer, filtered }: { answer: AuditAnswer | null; filtered: boolean }) {
  const t = useT('audit');
  const format = useFormat();
  const isAway = useIsAway();
  const kept = useKept();
  const { data: chain } = useQuery(auditQueries.chain());
  const prunedMs = chain?.prunedBeforeMs ?? null;
  const parts = [
    ...(kept === null ? [] : [kept]),
    ...(prunedMs === null ? [] : [t('chain.pruned', { time: format.moment(prunedMs) })]),
  ];
  if (!answer) return parts.join(' · ');
  const count = answer.entries.length;
  const shown = answer.more
    ? t('newest', { count: format.count(count) })
    : t(isAway ? 'known' : filtered ? 'matching' : 'summary', { count });
  const { waiting, partial } = answer;
  return [
    shown,
    ...(partial ? [t('partial')] : []),
    ...(waiting === 0 ? [] : [t('waiting', { count: waiting })]),
    ...parts,
  ].join(' · ');
}

function Entries({ answer: { entries, partial }, filter }: { answer: AuditAnswer; filter: UseAuditFilter }) {
  const t = useT('audit');
  const isAway = useIsAway();
  if (entries.length > 0) return <AuditEntriesTable entries={entries} />;
  return (
    <div className="panel">
      {isAway ? (
        <EmptyState title={t('away')}>{t('awayText')}</EmptyState>
      ) : filter.filtered ? (
        <EmptyState
          title={t('filter.none')}
          action={<Button onClick={filter.clear}>{t('filter.clear')}</Button>}
        >
          {t('filter.noneText')}
        </EmptyState>
      ) : (
        <EmptyState
          title={t(partial ? 'emptyPartial' : 'empty')}
          action={
            <Link
              href={withTarget('/locks', filter.target)}
              className="font-medium text-info hover:underline"
            >
              {t('openLocks')}
            </Link>
          }
        >
          {t(partial ? 'emptyPartialText' : 'emptyText')}
        </EmptyState>
      )}
    </div>
  );
}

/** The database cannot be used: whether it has more entries than are known here is not known. */
function useIsAway(): boolean {
  const { data } = useQuery(historyQueries.status());
  return data !== undefined && data.problem !== null && data.kind !== 'memory';
}

/** Where the entries are kept and whether they outlast the console, as the store itself says; null = not known yet. */
function useKept(): string | null {
  const t = useT('audit');
  const { data } = useQuery(historyQueries.status());
  const isAway = useIsAway();
  if (!data) return null;
  return t(isAway ? 'kept.problem' : `kept.${data.kind}`);
}
