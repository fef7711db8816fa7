import { useQuery } from '@tanstack/react-query';
import { CircleDashed, Link2, type LucideIcon, TriangleAlert, Unlink, Unlink2 } from 'lucide-react';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { cx } from '@/components/ui/cx';
import { auditQueries } from '@/lib/api/queries';
import type { AuditChain } from '@/lib/contract/audit';

type Line = { icon: LucideIcon; tone: string; word: string; detail?: string; title?: string };

/** Whether the audit is as it was written, by the last verification. A failed or missing one is a state of its own, never “intact”. */
export function ChainLine() {
  const { data, error } = useQuery(auditQueries.chain());
  const { icon: Icon, tone, word, detail, title } = useLine(data, error);
  return (
    // On a narrow screen as wide before the first verification as after it: the line is a line of its own at once.
    <p
      aria-live="polite"
      title={title}
      className="flex min-w-0 flex-wrap items-center gap-x-2 text-sm max-sm:min-w-56"
    >
      <span className={cx('inline-flex items-center gap-1.5 whitespace-nowrap font-semibold', tone)}>
        <Icon size={16} aria-hidden className="shrink-0" />
        {word}
      </span>
      {detail === undefined ? null : <span className="min-w-0 tabular-nums text-2">{detail}</span>}
    </p>
  );
}

function useLine(chain: AuditChain | undefined, error: Error | null): Line {
  const t = useT('audit');
  const format = useFormat();
  if (error)
    return {
      icon: TriangleAlert,
      tone: 'text-contended',
      word: t('chain.failed'),
      title: error.message,
      ...(chain && { detail: t('chain.lastVerified', { time: format.clock(chain.verifiedAtMs, true) }) }),
    };
  if (!chain) return { icon: CircleDashed, tone: 'text-2', word: t('chain.unverified') };
  const { broken, uncovered, entries, headHash, verifiedAtMs } = chain;
  const time = format.clock(verifiedAtMs, true);
  if (broken) {
    const { entry, fault } = broken;
    const what =
      entry === null
        ? t(`chain.someEntry.${fault}`)
        : t(`chain.entry.${fault}`, { entry: format.count(entry) });
    return {
      icon: Unlink2,
      tone: 'text-lost',
      word: t('chain.broken'),
      detail: t('chain.found', { what, time }),
    };
  }
  if (uncovered) {
    const { entries: n, range } = uncovered;
    const of = { n, count: format.count(n) };
    const what = range
      ? t('chain.uncovered', {
          ...{ ...of, from: format.count(range.fromEntry), to: format.count(range.toEntry) },
          ...{ fromTime: format.moment(range.fromMs), toTime: format.moment(range.toMs) },
        })
      : t('chain.someUncovered', of);
    return {
      icon: Unlink,
      tone: 'text-contended',
      word: t('chain.gap'),
      detail: t('chain.found', { what, time }),
    };
  }
  return {
    icon: Link2,
    tone: 'text-verified',
    word: t('chain.intact'),
    detail: t('chain.counted', { n: entries, count: format.count(entries), time }),
    title: t('chain.why', { hash: headHash ?? '' }),
  };
}
