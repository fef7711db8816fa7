'use client';

import { TriangleAlert } from 'lucide-react';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { useLive } from './live-provider';

type Props = { query: { error: Error | null; dataUpdatedAt: number; isFetching: boolean } };

/** Says that what is shown could not be refreshed, while the stream itself is well; the banner says the rest. */
export function RefreshNote({ query }: Props) {
  const t = useT('shell');
  const format = useFormat();
  const live = useLive();
  if (!query.error || query.dataUpdatedAt === 0 || live.actsOff) return null;
  return (
    <p className="flex items-center gap-2 text-contended text-sm">
      <TriangleAlert size={14} aria-hidden className="shrink-0" />
      {t('banner.notRefreshed', { time: format.clock(query.dataUpdatedAt), message: query.error.message })}
    </p>
  );
}
