'use client';

import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import type { HoldersSummary } from '@/lib/domain/holders/holders-summary';
import { holderNameOf } from './holder-name';

/** Who has a lock in a few words: "3 readers", "2 of 5 permits", "nobody". */
export function useSummaryText(): (summary: HoldersSummary) => string {
  const t = useT('parts');
  const format = useFormat();
  return (summary) => {
    switch (summary.is) {
      case 'nobody':
        return t('holder.none');
      case 'one': {
        const named = holderNameOf(summary.holder);
        return named.code === 'named' ? named.name : t(`holder.${named.code}`);
      }
      case 'readers':
      case 'several':
        return t(`holder.${summary.is}`, { count: summary.count, n: format.count(summary.count) });
      case 'writer': {
        const named = holderNameOf(summary.holder);
        const name = named.code === 'named' ? named.name : t(`holder.${named.code}`);
        return t('holder.writer', { name, n: format.count(summary.others) });
      }
      case 'permits':
        return permitsText(summary);
      default:
        return summary.left === null
          ? t('holder.latch.unknown')
          : t('holder.latch.left', { count: summary.left, n: format.count(summary.left) });
    }
  };

  function permitsText({ held, total, free }: Extract<HoldersSummary, { is: 'permits' }>): string {
    if (held !== null && total !== null) {
      return t('holder.permits.of', { n: format.count(held), total: format.count(total) });
    }
    if (held !== null) return t('holder.permits.held', { count: held, n: format.count(held) });
    if (free !== null) return t('holder.permits.free', { count: free, n: format.count(free) });
    return t('holder.permits.unknown');
  }
}
