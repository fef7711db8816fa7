import { useT } from '@/components/i18n/use-t';
import { LoadingState } from '@/components/ui/skeleton';
import { TableSkeleton } from './table-skeleton';

/** In place of a page that is being downloaded. */
export function PageLoading() {
  const t = useT('shell');
  return (
    <div className="px-3 py-3 sm:px-4">
      <LoadingState label={t('pageLoading')}>
        <TableSkeleton />
      </LoadingState>
    </div>
  );
}
