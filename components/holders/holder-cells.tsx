'use client';

import { useTarget, withTarget } from '@/components/app/use-target';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { LeftNote } from '@/components/list-parts/cells';
import { StateCounts } from '@/components/list-parts/state-counts';
import { holderNameOf } from '@/components/lock-parts/holder-name';
import { REF_ICONS, readRef } from '@/components/lock-parts/holder-ref';
import { HolderMark, HolderNameText } from '@/components/lock-parts/holder-text';
import { Tag } from '@/components/ui/badge';
import { cx } from '@/components/ui/cx';
import { Link } from '@/components/ui/link';
import type { Standing } from '@/components/ui/use-standing';
import type { HolderSummary } from '@/lib/contract/groups';
import { holderStanding } from '@/lib/domain/holders/holder-standing';
import { shortToken } from '@/lib/domain/holders/short-token';

type Props = { row: Standing<HolderSummary> };

/** How many of its locks are in each state; of one that left the list, that it did. */
export function HolderStates({ row: { item, left } }: Props) {
  return left ? <LeftNote /> : <StateCounts states={item.states} />;
}

/** Whether it lives, and its name, or what it is called in its tokens, as the way to its page. */
export function HolderNameCell({ row: { item, left } }: Props) {
  const [target] = useTarget();
  const { ref, holder } = item;
  const read = readRef(ref);
  const isNamed = holderNameOf(holder).code === 'named';
  const name = read?.name ?? ref;
  return (
    <span className="flex min-w-0 items-center gap-2">
      <HolderMark verdict={holderStanding(holder)} />
      <Link
        href={withTarget(`/holders/${encodeURIComponent(ref)}`, target)}
        className={cx(
          'flex min-h-6 min-w-0 scroll-mt-12 scroll-mb-4 items-center rounded-sm hover:underline',
          left ? 'text-3' : 'font-medium',
        )}
      >
        {isNamed ? (
          <HolderNameText holder={holder} />
        ) : (
          <bdi dir="ltr" title={name} className="mono truncate">
            {name}
          </bdi>
        )}
      </Link>
      {isNamed && read && read.by !== 'process' ? (
        <bdi dir="ltr" title={name} className="mono ms-auto shrink-0 text-3 text-xs">
          {shortToken(name)}
        </bdi>
      ) : null}
    </span>
  );
}

/** What tells it from others. */
export function ToldBy({ row: { item } }: Props) {
  const t = useT('holders');
  const by = readRef(item.ref)?.by;
  if (by === undefined) return null;
  const Icon = REF_ICONS[by];
  return (
    <span title={t(`told.${by}`)} className="flex min-w-0 items-center gap-1.5 text-2">
      <Icon size={14} aria-hidden className="shrink-0 text-3" />
      <span className="truncate">{t(`by.${by}`)}</span>
    </span>
  );
}

/** How many locks it holds, and on how many of their keys one token is. */
export function HolderLocks({ row: { item } }: Props) {
  const t = useT('holders');
  const format = useFormat();
  const { count, tokenKeys } = item;
  const n = format.count(count);
  if (tokenKeys < 2) return <span className="whitespace-nowrap">{t('count', { count, n })}</span>;
  const keys = format.count(tokenKeys);
  return (
    <span title={t('tokenKeys', { n: keys })} className="min-w-0 whitespace-nowrap">
      {t.rich('index.shared', { count, n, keys, tag: (chunks) => <Tag>{chunks}</Tag> })}
    </span>
  );
}
