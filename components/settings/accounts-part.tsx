import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Failure } from '@/components/app/page-state';
import { TableSkeleton } from '@/components/app/table-skeleton';
import { useT } from '@/components/i18n/use-t';
import { LoadingState } from '@/components/ui/skeleton';
import type { AccountsAnswer } from '@/lib/contract/access/sessions';

type Props = { query: UseQueryResult<AccountsAnswer>; children(answer: AccountsAnswer): ReactNode };

/** A part of the page that needs users, sessions and tokens: they are in a database, which may be away. */
export function AccountsPart({ query, children }: Props) {
  const t = useT('settings');
  if (query.data) return children(query.data);
  if (query.error) return <Failure error={query.error} onRetry={query.refetch} />;
  return (
    <LoadingState label={t('loading')}>
      <TableSkeleton />
    </LoadingState>
  );
}
