import type { Metadata } from 'next';
import { createLoader, type SearchParams } from 'nuqs/server';
import { Prefetched } from '@/app/prefetched';
import { AUDIT_PARAMS } from '@/components/audit/audit-params';
import { AuditPage } from '@/components/audit/lazy-page';
import { TARGET_PARAM } from '@/components/shell/target-param';
import { auditQueries } from '@/lib/api/queries';
import { auditProblem } from '@/lib/domain/actions/audit';

type Props = { searchParams: Promise<SearchParams> };

export const metadata: Metadata = { title: 'Audit' };

const load = createLoader({ ...AUDIT_PARAMS, ...TARGET_PARAM });

export default async function Page({ searchParams }: Props) {
  const { target, ...texts } = await load(searchParams);
  return (
    <Prefetched queries={auditProblem(texts) === null ? [auditQueries.matching(texts, target)] : []}>
      <AuditPage />
    </Prefetched>
  );
}
