import type { Metadata } from 'next';
import { createLoader, type SearchParams } from 'nuqs/server';
import { Prefetched } from '@/app/prefetched';
import { TARGET_PARAM } from '@/components/app/target-param';
import { AUDIT_PARAMS, auditQueriesFor } from '@/components/audit/audit-params';
import { LazyAuditPage } from '@/components/audit/lazy-page';
import { historyQueries } from '@/lib/api/history-queries';
import { auditQueries } from '@/lib/api/queries';

type Props = { searchParams: Promise<SearchParams> };

export const metadata: Metadata = { title: 'Audit' };

const load = createLoader({ ...AUDIT_PARAMS, ...TARGET_PARAM });

export default async function Page({ searchParams }: Props) {
  const { target, ...texts } = await load(searchParams);
  return (
    <Prefetched queries={[...auditQueriesFor(texts, target), auditQueries.chain(), historyQueries.status()]}>
      <LazyAuditPage />
    </Prefetched>
  );
}
