import { useT } from '@/components/i18n/use-t';
import { LoadingState } from '@/components/ui/skeleton';
import { PageBody } from './page-frame';
import { TableSkeleton } from './table-skeleton';

/** In place of a page that is being downloaded. */
export function PageLoading() {
  const t = useT('shell');
  return (
    <PageBody>
      <LoadingState label={t('pageLoading')}>
        <TableSkeleton />
      </LoadingState>
    </PageBody>
  );
}
