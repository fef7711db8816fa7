import { cx } from '@/components/ui/cx';
import { Skeleton } from '@/components/ui/skeleton';

const PANELS = [3, 3, 2, 2, 2, 3, 3];
const SPANS: Record<number, string> = { 2: 'lg:col-span-2', 3: 'lg:col-span-3' };

/** The shape of the charts before they are there. */
export function ChartsSkeleton() {
  return (
    <div className="grid grid-cols-1 gap-3 lg:grid-cols-6">
      {PANELS.map((span, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
        <div key={i} className={cx('panel', SPANS[span])}>
          <div className="h-9 border-line border-b px-3 py-2.5">
            <Skeleton className="h-4 w-40" />
          </div>
          <div className="h-[216px] p-3">
            <Skeleton className="h-full" />
          </div>
        </div>
      ))}
    </div>
  );
}
