'use client';

import {
  Hourglass,
  Infinity as InfinityIcon,
  type LucideIcon,
  TriangleAlert,
  UserRound,
  Users,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { STATE_STYLE } from '@/components/lock-parts/state-style';
import { VerdictBadge } from '@/components/lock-parts/verdict-badge';
import { cx } from '@/components/ui/cx';
import type { PastLock } from '@/lib/contract/history/past';
import { type Count, countOf } from '@/lib/domain/values/counted';
import { KnownHistory } from '../../past-parts/known-history';
import { PastHolders } from '../../past-parts/past-text';

type Props = { lock: PastLock; atMs: number; watched: boolean };

/** What was the matter with the lock then, line by line; what was not kept is said to be unknown. */
export function PastVerdict({ lock, atMs, watched }: Props) {
  const t = useT('rewind');
  const format = useFormat();
  const { state, spans, waiters, ageMs, leaseMs, findings } = lock;
  const waiting = countOf(waiters);
  const headline = !watched ? 'unwatched' : spans.length === 0 ? 'free' : heldHeadline(waiting);
  return (
    <section
      aria-labelledby="verdict"
      className={cx('panel min-w-0 overflow-hidden border-s-[3px]', STATE_STYLE[state].bar)}
    >
      <div className="relative flex flex-wrap items-start gap-x-6 gap-y-1 border-line border-b px-4 py-2.5">
        <div className="min-w-0 flex-1 basis-72">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <VerdictBadge state={state} />
            <h2 id="verdict" className="font-semibold text-lg max-sm:w-full">
              {t(`headline.${headline}`, {
                count: waiting.known ? waiting.count : '',
                n: waiting.known ? format.count(waiting.count) : '',
                holders: spans.length,
              })}
            </h2>
          </div>
          <p className="num whitespace-normal pt-0.5 text-2">{t('asOf', { moment: format.moment(atMs) })}</p>
        </div>
        {ageMs === null ? null : (
          <div className="shrink-0 text-end max-sm:absolute max-sm:end-4 max-sm:top-2">
            <p className="num font-title text-xl leading-7">{format.duration(ageMs)}</p>
            <p className="text-3 text-sm max-sm:sr-only">{t('heldFor')}</p>
          </div>
        )}
      </div>
      <ul className="flex flex-col py-1">
        <Line icon={UserRound}>
          <span className="flex min-w-0 gap-1.5">
            <span className="shrink-0 text-2">{t('line.holder')}</span>
            <PastHolders lock={lock} />
          </span>
        </Line>
        <Line icon={Users} isUnknown={!waiting.known}>
          {waiting.known
            ? t('line.waiters', { count: waiting.count, n: format.count(waiting.count) })
            : t('waitersUnknown')}
        </Line>
        {spans.some(({ noTtl }) => noTtl) ? (
          <Line icon={InfinityIcon}>{t('line.noTtl')}</Line>
        ) : spans.length === 0 ? null : (
          <Line icon={Hourglass} isUnknown={leaseMs === null}>
            {leaseMs === null ? t('leaseUnknown') : t('line.lease', { lease: format.span(leaseMs) })}
          </Line>
        )}
        <Line icon={TriangleAlert} isUnknown={!watched}>
          {watched ? t('line.findings', { count: findings.length }) : t('line.findingsUnknown')}
        </Line>
      </ul>
    </section>
  );
}

function heldHeadline(waiting: Count) {
  return !waiting.known ? 'heldUnknown' : waiting.count > 0 ? 'contended' : 'held';
}

function Line({
  icon: Icon,
  isUnknown,
  children,
}: {
  icon: LucideIcon;
  isUnknown?: boolean;
  children: ReactNode;
}) {
  return (
    <li className="flex min-h-[25px] items-center gap-2.5 px-4 py-0.5">
      <Icon size={14} aria-hidden className="shrink-0 text-3" />
      <span className={cx('min-w-0 flex-1', isUnknown && 'text-3')}>{children}</span>
      <KnownHistory className="shrink-0" />
    </li>
  );
}
