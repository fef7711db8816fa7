import { useT } from '@/components/i18n/use-t';
import { LoadingState, Skeleton } from '@/components/ui/skeleton';

const ROWS = Array.from({ length: 14 }, (_, i) => i);

/** The shape of the table, or of its lines, before the figures are there. */
export function ReportSkeleton() {
  const t = useT('families');
  return (
    <LoadingState label={t('loading')}>
      <div className="h-8 border-line border-b max-sm:hidden" />
      {ROWS.map((row) => (
        <div key={row} className="flex h-row items-center gap-6 border-line border-b px-4 max-sm:h-24">
          <Skeleton className="h-4 flex-1" />
          <Skeleton className="h-4 w-36" />
          <Skeleton className="h-4 w-20 max-sm:hidden" />
          <Skeleton className="h-4 w-40 max-sm:hidden" />
          <Skeleton className="h-4 w-72 max-lg:hidden" />
          <Skeleton className="h-4 w-44 max-xl:hidden" />
        </div>
      ))}
    </LoadingState>
  );
}
