import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import type { HoldersSummary } from '@/lib/domain/holders/holders-summary';

/** How many permits are free, as blocks and in words; of a latch how many counts are left. */
export function PermitsLine({ summary }: { summary: HoldersSummary }) {
  const text = usePermitsText();
  return (
    <p className="num flex items-center gap-2.5 border-line border-b px-3 py-2">
      {summary.is === 'permits' ? <Blocks {...summary} /> : null}
      <span className="font-semibold">{text(summary)}</span>
    </p>
  );
}

/** "3 of 5 free, 1 expired" · "2 counts left". */
function usePermitsText(): (summary: HoldersSummary) => string {
  const t = useT('lock');
  const format = useFormat();
  return (summary) => {
    if (summary.is === 'latch') {
      const { left } = summary;
      return left === null
        ? t('permits.latchUnknown')
        : t('permits.latch', { count: left, n: format.count(left) });
    }
    if (summary.is !== 'permits') return '';
    const { free, held, total, expired } = summary;
    const parts: string[] = [];
    if (free !== null && total !== null) {
      parts.push(t('permits.freeOf', { n: format.count(free), total: format.count(total) }));
    } else if (free !== null) parts.push(t('permits.free', { n: format.count(free) }));
    else if (held !== null) parts.push(t('permits.held', { n: format.count(held) }));
    else parts.push(t('permits.unknown'));
    if (expired > 0) parts.push(t('permits.expired', { n: format.count(expired) }));
    return parts.join(t('permits.and'));
  };
}

/** More of them say nothing at a glance. */
const MOST = 24;

/** One block a permit: solid held, dashed held past its lease, outline free. */
function Blocks({ free, held, total, expired }: Extract<HoldersSummary, { is: 'permits' }>) {
  if (free === null || held === null || total === null || total > MOST || free < 0) return null;
  const styles = [
    ...Array<string>(held).fill('bg-held-mark'),
    ...Array<string>(expired).fill('border border-risk-mark border-dashed'),
    ...Array<string>(free).fill('border border-control'),
  ];
  return (
    <span aria-hidden className="flex flex-wrap gap-[3px]">
      {styles.map((style, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks are alike
        <span key={i} className={`h-3 w-2 rounded-[1px] ${style}`} />
      ))}
    </span>
  );
}
