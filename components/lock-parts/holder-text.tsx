import { Hourglass, Snowflake, Unplug } from 'lucide-react';
import { useT } from '@/components/i18n/use-t';
import { cx } from '@/components/ui/cx';
import type { Holder } from '@/lib/contract/holder';
import type { Lock } from '@/lib/contract/lock';
import { type HolderStanding, holderStanding } from '@/lib/domain/holders/holder-standing';
import { summaryOf } from '@/lib/domain/holders/holders-summary';
import { appName } from '@/lib/domain/holders/lock-holder';
import { shortToken } from '@/lib/domain/holders/short-token';
import { holderNameOf, type NamingFacts } from './holder-name';
import { useSummaryText } from './use-summary-text';

type Props = {
  lock: Pick<Lock, 'kind' | 'holders' | 'permits'>;
  /** Without the token, and the name as short as it goes. */
  compact?: boolean;
};

/** Who has a lock: whether it lives, its name, and the short token; of several how many, of none that it is nobody. */
export function HolderText({ lock, compact }: Props) {
  const textOf = useSummaryText();
  const summary = summaryOf(lock);
  const { holders } = lock;
  if (summary.is === 'one') return <OneHolder holder={summary.holder} compact={compact ?? false} />;
  const text = textOf(summary);
  const isNobody = holders.length === 0;
  return (
    <span title={text} className={cx('flex min-w-0 items-center gap-2', isNobody && 'text-3')}>
      {isNobody ? null : <HolderMark verdict={verdictOfAll(holders)} />}
      {summary.is === 'writer' ? <HolderRole mode="write" /> : null}
      {summary.is === 'writer' ? (
        <HolderNameText holder={summary.holder} form={compact ? 'short' : 'fit'} />
      ) : (
        <span className="min-w-0 truncate">{text}</span>
      )}
      {summary.is === 'writer' ? <span className="shrink-0 text-3">+{summary.others}</span> : null}
    </span>
  );
}

function OneHolder({ holder, compact }: { holder: Holder; compact: boolean }) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <HolderMark verdict={holderStanding(holder)} />
      <HolderRole mode={holder.mode} />
      <HolderNameText holder={holder} form={compact ? 'short' : 'fit'} />
      {compact || holder.mode !== 'exclusive' ? null : (
        <TokenText holder={holder} className="ms-auto shrink-0 text-3" />
      )}
    </span>
  );
}

/** What a holder of a lock that many read may do; of every other nothing is said. */
export function HolderRole({ mode }: Pick<Holder, 'mode'>) {
  const t = useT('parts');
  return mode === 'exclusive' ? null : <span className="shrink-0 text-3">{t(`holder.role.${mode}`)}</span>;
}

/** One that is gone or overstays is what matters; alive only where all of them are. */
function verdictOfAll(holders: readonly Holder[]): Holder['verdict'] {
  const worst = (['gone', 'overstaying'] as const).find((bad) =>
    holders.some(({ verdict }) => verdict === bad),
  );
  if (worst) return worst;
  return holders.every(({ verdict }) => verdict === 'alive') ? 'alive' : 'unknown';
}

const MARKS = {
  alive: <span className="size-2 rounded-full bg-held-mark" />,
  overstaying: <Hourglass size={13} className="text-risk" />,
  gone: <Unplug size={13} className="text-risk" />,
  unknown: <span className="size-2 rounded-full border border-control border-dashed" />,
  quarantined: <Snowflake size={13} className="text-2" />,
} satisfies Record<HolderStanding, React.ReactNode>;

/**
 * Whether a holder lives: solid dot, an hourglass where it does so for too long, unplugged, or a dashed ring where nothing
 * shows it; a snowflake where the lock is in quarantine.
 */
export function HolderMark({ verdict }: { verdict: HolderStanding }) {
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

type NameProps = {
  holder: NamingFacts;
  /**
   * `fit` on one line, with host and process where there is room for both beside the application; `short` without them;
   * `whole` on as many lines as it takes.
   */
  form?: 'fit' | 'short' | 'whole';
  className?: string;
};

/** The holder's name, or in grey that it has none. */
export function HolderNameText({ holder, form = 'fit', className }: NameProps) {
  const t = useT('parts');
  const named = holderNameOf(holder);
  if (named.code !== 'named') {
    return <span className={cx('min-w-0 truncate text-3', className)}>{t(`holder.${named.code}`)}</span>;
  }
  const { name } = named;
  if (form === 'whole') {
    return (
      <bdi dir="ltr" className={cx('wrap-anywhere min-w-0', className)}>
        {name}
      </bdi>
    );
  }
  const app = holder.process ? appName(holder.process) : null;
  const main = app !== null && name.startsWith(app) ? app : name;
  if (form === 'short' || main === name) {
    return (
      <bdi dir="ltr" title={name} className={cx('min-w-0 truncate', className)}>
        {main}
      </bdi>
    );
  }
  return (
    <bdi dir="ltr" title={name} className={cx('flex h-[1lh] min-w-0 flex-wrap overflow-hidden', className)}>
      <span className="max-w-full truncate">{main}</span>
      <span className="whitespace-pre text-2">{name.slice(main.length)}</span>
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
