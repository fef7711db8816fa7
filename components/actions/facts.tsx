import type { ReactNode } from 'react';
import { useNow } from '@/components/app/live-provider';
import { useT } from '@/components/i18n/use-t';
import { likelyLibrary } from '@/components/lock-parts/format-label';
import { HolderNameText, TokenText } from '@/components/lock-parts/holder-text';
import { LeaseLeft } from '@/components/lock-parts/lease-bar';
import { holderLeaseOf } from '@/components/lock-parts/lease-view';
import { Votes } from '@/components/lock-parts/votes';
import { cx } from '@/components/ui/cx';
import type { Preview } from '@/lib/contract/actions';

/** A small grey title over a part of the dialog. */
export function PartTitle({ children }: { children: ReactNode }) {
  return <h3 className="pb-1 font-medium text-3 text-xs">{children}</h3>;
}

/** Exactly which lock this is about, as just read. */
export function Facts({ preview }: { preview: Preview }) {
  const t = useT('actions');
  const parts = useT('parts');
  const common = useT('common');
  const nowMs = useNow(1_000, true);
  const { lock, holder, seen } = preview;
  return (
    <dl className="grid gap-x-6 gap-y-0.5 sm:grid-cols-2">
      <Fact name={t('fact.key')} isWide>
        <bdi
          dir="ltr"
          className="mono scroll-thin block select-all sm:max-h-20 sm:overflow-y-auto whitespace-pre-wrap break-all"
        >
          {lock.key.text}
        </bdi>
      </Fact>
      <Fact name={t('fact.where')} isWide>
        {t(lock.votes ? 'fact.group' : 'fact.place', { target: lock.target, node: lock.node, db: lock.db })}
      </Fact>
      {lock.votes ? (
        <Fact name={t('fact.votes')} isWide>
          <Votes votes={lock.votes} />
          <p className="wrap-anywhere">
            {t('fact.everywhere', {
              count: lock.votes.length,
              nodes: lock.votes.map(({ node }) => node).join(', '),
            })}
          </p>
        </Fact>
      ) : null}
      <Fact name={t('fact.kind')} isWide>
        {likelyLibrary(lock.format)} · {parts(`confidence.${lock.format.confidence}`)}
      </Fact>
      <Fact name={t('fact.holder')} isWide>
        <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
          <HolderNameText holder={holder} form="whole" />
          <TokenText holder={holder} className="text-3" />
        </span>
      </Fact>
      {holder.mode === 'exclusive' ? null : (
        <Fact name={t('fact.mode')}>{t(`fact.modeIs.${holder.mode}`)}</Fact>
      )}
      {lock.holders.length === 1 ? null : (
        <Fact name={t('fact.others')}>
          <span className="num">{t('fact.othersAre', { count: lock.holders.length - 1 })}</span>
        </Fact>
      )}
      <Fact name={t('fact.holdCount')}>
        <span className="num">{seen.holdCount ?? common('unknown')}</span>
      </Fact>
      <Fact name={t('fact.leaseLeft')}>
        <LeaseLeft view={holderLeaseOf(lock, holder, nowMs)} isRisk={lock.state === 'at-risk'} />
      </Fact>
      <Fact name={t('fact.fencing')}>
        {lock.fencingToken === null ? <span className="text-3">{common('none')}</span> : lock.fencingToken}
      </Fact>
    </dl>
  );
}

type FactProps = { name: string; isWide?: boolean; children: ReactNode };

function Fact({ name, isWide, children }: FactProps) {
  return (
    <div className={cx('flex gap-3', isWide && 'sm:col-span-2')}>
      <dt className="w-24 shrink-0 text-2">{name}</dt>
      <dd className="min-w-0 flex-1">{children}</dd>
    </div>
  );
}
