'use client';

import { useQuery } from '@tanstack/react-query';
import { useNow } from '@/components/app/live-provider';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { HolderNameText, TokenText } from '@/components/lock-parts/holder-text';
import { KnownByText } from '@/components/lock-parts/known-by';
import { STATE_STYLE } from '@/components/lock-parts/state-style';
import { useSummaryText } from '@/components/lock-parts/use-summary-text';
import { VerdictBadge } from '@/components/lock-parts/verdict-badge';
import { cx } from '@/components/ui/cx';
import { EmptyState } from '@/components/ui/states';
import { nodesQueries } from '@/lib/api/queries';
import type { Lock } from '@/lib/contract/lock';
import type { LockGone } from '@/lib/contract/locks';
import { summaryOf } from '@/lib/domain/holders/holders-summary';
import { type LockId, parseLockId } from '@/lib/domain/keys/lock-id';
import { countOf } from '@/lib/domain/values/counted';
import { EventsPanel } from './over-time/events-panel';
import { Handover, LastHour, OwnershipPanel } from './over-time/over-time';

/** A key that has no lock now: what it last was, and its history. */
export function GoneView({ id, gone }: { id: LockId; gone: LockGone }) {
  const t = useT('lock');
  const { lastKnown, events } = gone;
  const isWatched = useIsWatched(id);
  const wasKnown = lastKnown !== null || events.length > 0;
  const state = lastKnown?.state === 'lost' ? 'lost' : 'free';
  const how =
    lastKnown === null
      ? 'never'
      : lastKnown.reason.code === 'lapsed'
        ? 'lapsed'
        : state === 'lost'
          ? 'lost'
          : 'released';
  if (!isWatched && !wasKnown) {
    return (
      <div className="panel">
        <EmptyState title={t('gone.noSuchAddress')}>{t('gone.noAddress')}</EmptyState>
      </div>
    );
  }
  return (
    <div className="grid gap-3 lg:grid-cols-[minmax(0,1fr)_480px] lg:items-start">
      <div className="flex min-w-0 flex-col gap-3">
        <section
          aria-labelledby="verdict"
          className={cx('panel min-w-0 overflow-hidden border-s-[3px]', STATE_STYLE[state].bar)}
        >
          <div className="border-line border-b px-4 py-3">
            <div className="flex flex-wrap items-center gap-2">
              <VerdictBadge state={state} />
              <h2 id="verdict" className="font-semibold text-lg">
                {t(`gone.${how}`)}
              </h2>
            </div>
            <p className="pt-0.5 text-2">{t(wasKnown ? 'gone.free' : 'gone.nothing')}</p>
          </div>
          {lastKnown ? <LastKnown lock={lastKnown} /> : null}
        </section>
        <OwnershipPanel id={id} />
        {wasKnown ? <LastHour id={id} /> : null}
      </div>
      <EventsPanel events={events} handover={wasKnown ? <Handover id={id} link /> : null} />
    </div>
  );
}

/** Whether the id is of a database that this console watches; true until that is known. */
function useIsWatched(id: LockId): boolean {
  const { data } = useQuery(nodesQueries.now());
  const address = parseLockId(id);
  if (!address) return false;
  return !data || data.nodes.some(({ target, db }) => target === address.target && db === address.db);
}

function LastKnown({ lock }: { lock: Lock }) {
  const t = useT('lock');
  const common = useT('common');
  const format = useFormat();
  const nowMs = useNow();
  const textOf = useSummaryText();
  const [holder] = lock.holders;
  const waiting = countOf(lock.waiters.count);
  const rows = [
    [
      t('gone.holder'),
      lock.holders.length > 1 ? (
        textOf(summaryOf(lock))
      ) : holder ? (
        <span key="holder" className="flex min-w-0 flex-wrap items-baseline gap-x-2">
          <HolderNameText holder={holder} form="whole" />
          <TokenText holder={holder} className="text-3" />
        </span>
      ) : (
        common('unknown')
      ),
    ],
    [t('holder.count'), holder?.holdCount ?? common('unknown')],
    [t('holder.lease'), lock.leaseMs === null ? common('unknown') : format.span(lock.leaseMs)],
    [t('waiters.title'), waiting.known ? format.count(waiting.count) : common('unknown')],
  ] as const;
  return (
    <dl className="tabular-nums flex flex-col gap-1 px-4 py-3">
      {rows.map(([name, value]) => (
        <div key={name} className="flex gap-3">
          <dt className="w-28 shrink-0 text-2">{name}</dt>
          <dd className="min-w-0">{value}</dd>
        </div>
      ))}
      <div className="flex gap-3">
        <dt className="w-28 shrink-0 text-2">{t('gone.read')}</dt>
        <dd>
          <KnownByText known={lock.confirmed} nowMs={nowMs} form="moment" />
        </dd>
      </div>
    </dl>
  );
}
