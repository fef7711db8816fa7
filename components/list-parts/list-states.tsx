'use client';

import { LockOpen, Radar } from 'lucide-react';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { Button } from '@/components/ui/button';
import { LoadingState, Skeleton } from '@/components/ui/skeleton';
import { EmptyState } from '@/components/ui/states';
import type { Coverage } from '@/lib/contract/nodes';

const ROWS = Array.from({ length: 14 }, (_, i) => i);

/** The shape of the list while its first page is fetched; `label` = what is, by default the locks. */
export function ListSkeleton({ label }: { label?: string }) {
  const t = useT('locks');
  return (
    <LoadingState label={label ?? t('loading')}>
      <div className="bg-surface">
        {ROWS.map((row) => (
          <div key={row} className="flex h-9 items-center gap-6 border-line border-b px-4">
            <Skeleton className="size-4" />
            <Skeleton className="h-4 w-36" />
            <Skeleton className="h-4 w-56" />
            <Skeleton className="h-4 flex-1 max-sm:hidden" />
            <Skeleton className="h-4 w-24 max-sm:hidden" />
          </div>
        ))}
      </div>
    </LoadingState>
  );
}

type Props = { coverage: Coverage; q: string; onClear(): void };

/** No row: because nothing matches, or because not everything was looked at yet. */
export function ListEmpty({ coverage, q, onClear }: Props) {
  const t = useT('locks');
  const format = useFormat();
  const covered = coverage.names >= 1 && coverage.contents >= 1;
  const shares = { names: format.share(coverage.names), contents: format.share(coverage.contents) };
  const clear = q === '' ? undefined : <Button onClick={onClear}>{t('filter.clear')}</Button>;
  if (covered) {
    return (
      <EmptyState
        icon={<LockOpen size={20} aria-hidden />}
        title={q === '' ? t('empty.covered') : t('empty.noMatch')}
        action={clear}
      >
        {q === '' ? t('empty.coveredText') : <bdi className="mono">{q}</bdi>}
      </EmptyState>
    );
  }
  const least = Math.min(coverage.names, coverage.contents);
  return (
    <EmptyState
      icon={<Radar size={20} aria-hidden />}
      title={t('empty.notCovered', { share: format.share(least) })}
      action={clear}
    >
      <p>{t('empty.notCoveredText', shares)}</p>
      <progress
        value={least}
        max={1}
        aria-label={t('empty.progress')}
        className="mx-auto mt-3 block h-1.5 w-56 appearance-none overflow-hidden rounded-full bg-sunken [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-info-mark"
      />
    </EmptyState>
  );
}
