'use client';

import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import type { HistorySeries } from '@/lib/contract/history/history';

/** How the figures of each chart are known, in a few words for the edge of its panel. */
export function useNotes({ certainty, percentileError }: HistorySeries) {
  const t = useT('historyCharts');
  const format = useFormat();
  const error = t('note.error', { share: format.share(percentileError) });
  return {
    held: t('note.exact'),
    waiting: t(`note.${certainty.waiting}`),
    counts: t(`note.${certainty.counts}`),
    hold: `${t(`note.${certainty.counts}`)} · ${error}`,
    wait: `${t(`note.${certainty.wait}`)} · ${error}`,
  };
}
