import { Unplug } from 'lucide-react';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { cx } from '@/components/ui/cx';
import type { Holder } from '@/lib/domain/lock';
import { holderNameOf, shortToken } from './holder-name';

type Props = {
  holders: readonly Holder[];
  /** Without the token. */
  compact?: boolean;
};

/** Who has a lock: whether it lives, its name, and the short token. */
export function HolderText({ holders, compact }: Props) {
  const t = useT('parts');
  const format = useFormat();
  const [holder] = holders;
  if (!holder) return <span className="text-3">{t('holder.none')}</span>;
  if (holders.length > 1) {
    return (
      <span className="flex min-w-0 items-center gap-2">
        <HolderMark verdict={holder.verdict} />
        <span className="truncate">
          {t('holder.several', { count: holders.length, n: format.count(holders.length) })}
        </span>
      </span>
    );
  }
  return (
    <span className="flex min-w-0 items-center gap-2">
      <HolderMark verdict={holder.verdict} />
      <HolderNameText holder={holder} />
      {compact ? null : (
        <TokenText
          holder={holder}
          className="ms-auto min-w-0 shrink-[99] overflow-hidden text-ellipsis text-3"
        />
      )}
    </span>
  );
}

const MARKS = {
  alive: <span className="size-2 rounded-full bg-held-mark" />,
  gone: <Unplug size={13} className="text-risk" />,
  unknown: <span className="size-2 rounded-full border border-control border-dashed" />,
} satisfies Record<Holder['verdict'], React.ReactNode>;

/** Whether a holder lives: solid dot, unplugged, or a dashed ring where nothing tells. */
export function HolderMark({ verdict }: { verdict: Holder['verdict'] }) {
  const t = useT('parts');
  return (
    <span title={t(`holder.verdict.${verdict}`)} className="flex w-3 shrink-0 items-center justify-center">
      <span aria-hidden className="flex">
        {MARKS[verdict]}
      </span>
      <span className="sr-only">{t(`holder.verdict.${verdict}`)}</span>
    </span>
  );
}

/** The holder's name, or in grey that it has none. */
export function HolderNameText({ holder, className }: { holder: Holder; className?: string }) {
  const t = useT('parts');
  const named = holderNameOf(holder);
  if (named.code !== 'named') {
    return <span className={cx('min-w-0 truncate text-3', className)}>{t(`holder.${named.code}`)}</span>;
  }
  return (
    <bdi dir="ltr" title={named.name} className={cx('min-w-0 truncate', className)}>
      {named.name}
    </bdi>
  );
}

/** The short token, whole as its title. */
export function TokenText({ holder, className }: { holder: Holder; className?: string }) {
  return (
    <bdi dir="ltr" title={holder.token.text} className={cx('mono whitespace-nowrap text-xs', className)}>
      {shortToken(holder.token.text)}
    </bdi>
  );
}
