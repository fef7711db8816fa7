import { Skeleton } from '@/components/ui/skeleton';

const CARDS = ['a', 'b', 'c', 'd', 'e', 'f'];

/** The shape of the cards before they are there. */
export function CardsSkeleton() {
  return (
    <div className="grid grid-cols-1 gap-3 lg:grid-cols-2 xl:grid-cols-3">
      {CARDS.map((card) => (
        <div key={card} className="panel flex h-52 flex-col gap-3 p-3">
          <Skeleton className="h-4 w-32" />
          <Skeleton className="h-6 w-4/5" />
          <Skeleton className="h-4 flex-1" />
          <Skeleton className="h-4 w-40" />
        </div>
      ))}
    </div>
  );
}
