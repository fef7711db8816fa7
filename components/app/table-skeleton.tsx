import { Skeleton } from '@/components/ui/skeleton';

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f'];

/** The shape of a page with one table. */
export function TableSkeleton() {
  return (
    <div className="flex flex-col gap-3">
      <Skeleton className="h-7 w-48" />
      <div className="panel">
        {ROWS.map((row) => (
          <div key={row} className="flex h-9 items-center gap-4 border-line border-b px-4 last:border-b-0">
            <Skeleton className="h-4 w-40" />
            <Skeleton className="h-4 flex-1" />
            <Skeleton className="h-4 w-20" />
          </div>
        ))}
      </div>
    </div>
  );
}
