import { Skeleton } from '@/components/ui/skeleton';
import { OVERVIEW_ROW } from './overview-row';

const PROBLEMS = ['a', 'b', 'c'];
const ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];

/** The shape of the overview before anything is known. */
export function OverviewSkeleton() {
  return (
    <div className="flex flex-1 flex-col gap-3">
      <div className="panel border-s-[3px] border-s-line-strong">
        <div className="px-4 py-2.5">
          <Skeleton className="h-7 w-64" />
        </div>
        {PROBLEMS.map((row) => (
          <div key={row} className="flex h-8 items-center gap-4 border-line border-t px-4">
            <Skeleton className="h-4 w-40" />
            <Skeleton className="h-4 flex-1" />
          </div>
        ))}
      </div>
      <div className={OVERVIEW_ROW}>
        <div className="panel">
          <div className="h-9 border-line border-b px-3 py-2.5">
            <Skeleton className="h-4 w-40" />
          </div>
          {ROWS.map((row) => (
            <div key={row} className="flex h-9 items-center gap-4 border-line border-b px-4 last:border-b-0">
              <Skeleton className="h-4 w-28" />
              <Skeleton className="h-4 flex-1" />
              <Skeleton className="h-4 w-24" />
            </div>
          ))}
        </div>
        <div className="panel min-h-[280px]" />
      </div>
      <div className={`${OVERVIEW_ROW} flex-1`}>
        <div className="panel min-h-[200px]" />
        <div className="panel min-h-[200px]" />
      </div>
    </div>
  );
}
