'use client';

import { useNow } from '@/components/app/live-provider';
import { useTarget, withTarget } from '@/components/app/use-target';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { HolderLink } from '@/components/lock-parts/holder-link';
import { HolderLinks } from '@/components/lock-parts/holder-links';
import { keysOfToken } from '@/components/lock-parts/holdings';
import { KnownByText } from '@/components/lock-parts/known-by';
import { VerdictBlock } from '@/components/lock-parts/verdict-block';
import { CopyButton } from '@/components/ui/copy-button';
import { Link } from '@/components/ui/link';
import { Panel } from '@/components/ui/panel';
import type { Holder } from '@/lib/contract/holder';
import type { Lock } from '@/lib/contract/lock';
import type { LockDetail } from '@/lib/contract/locks';
import { evidenceOf } from '@/lib/domain/holders/evidence';
import { familyOf } from '@/lib/domain/keys/family';
import { lockPath } from '@/lib/domain/keys/lock-id';
import { Fact, Unknown } from '../../lock-parts/fact';
import { HolderIdentity } from '../../lock-parts/holder-identity';
import { SinceText } from './since-text';

const LINKED = 4;

type Props = {
  detail: LockDetail;
  /** All that its holder is known to have. */
  held?: readonly Lock[];
  className?: string;
};

/** Who has the lock, and whether it lives, as far as the bytes say. */
export function HolderPanel({ detail, held = [], className }: Props) {
  const t = useT('lock');
  const nowMs = useNow() || detail.nowMs;
  const { lock } = detail;
  const [holder] = lock.holders;
  return (
    <Panel
      title={t('holder.title')}
      right={<KnownByText known={lock.confirmed} nowMs={nowMs} form="ago" />}
      className={className}
    >
      {holder ? (
        <>
          <VerdictBlock
            lock={lock}
            holder={holder}
            evidence={evidenceOf(lock, detail.ttlSamples, nowMs, holder)}
            nowMs={nowMs}
            isUnread={detail.unread !== undefined}
            className="mx-3 mt-3"
          />
          <Facts detail={detail} held={held} holder={holder} nowMs={nowMs} />
        </>
      ) : (
        <p className="px-3 py-3 text-2">{t('holder.nobody')}</p>
      )}
    </Panel>
  );
}

type FactsProps = { detail: LockDetail; held: readonly Lock[]; holder: Holder; nowMs: number };

function Facts({ detail, held, holder, nowMs }: FactsProps) {
  const t = useT('lock');
  const ofHolder = useT('holders');
  const common = useT('common');
  const format = useFormat();
  const { lock, alsoHolds } = detail;
  const keys = keysOfToken(held, holder);
  return (
    <dl className="flex flex-col gap-[3px] px-3 py-2.5">
      <HolderIdentity holder={holder} nowMs={nowMs} />
      <Fact name={t('holder.token')}>
        <span className="flex items-start gap-1">
          <bdi dir="ltr" className="mono scroll-thin max-h-24 min-w-0 overflow-y-auto break-all">
            {holder.token.text}
          </bdi>
          <span className="-my-0.5">
            <CopyButton text={holder.token.text} label={t('holder.copyToken')} />
          </span>
        </span>
        {holder.tokenUnique ? null : <span className="block text-3 text-sm">{t('holder.notUnique')}</span>}
        {keys > 1 ? (
          <span className="block text-2 text-sm">{ofHolder('tokenKeys', { n: format.count(keys) })}</span>
        ) : null}
      </Fact>
      <Fact name={t('holder.since')} known={holder.since?.known} nowMs={nowMs}>
        <SinceText since={holder.since} nowMs={nowMs} />
      </Fact>
      {holder.mode === 'exclusive' ? null : (
        <Fact name={t('holder.mode')}>{t(`holder.modeIs.${holder.mode}`)}</Fact>
      )}
      <Fact name={t('holder.count')}>
        <span className="num">{holder.holdCount ?? <Unknown />}</span>
      </Fact>
      <Fact name={t('holder.lease')}>
        <LeaseFact lock={lock} />
      </Fact>
      <Fact name={t('holder.fencing')}>
        {lock.fencingToken ?? <span className="text-3">{common('none')}</span>}
      </Fact>
      <Fact name={t('holder.also')}>
        <div className="flex flex-col">
          <AlsoHolds also={alsoHolds} />
          <HolderLink holder={holder} />
        </div>
      </Fact>
      <HolderLinks
        holder={holder}
        lock={{
          target: lock.target,
          ...(lock.key.exact
            ? { key: lock.key.text, family: familyOf(lock.key.text) }
            : { key: null, family: null }),
        }}
        nowMs={nowMs}
      />
    </dl>
  );
}

function LeaseFact({ lock }: { lock: Lock }) {
  const t = useT('lock');
  const format = useFormat();
  const { leaseMs, renewal } = lock;
  if (lock.expiresAtMs === 'none') return <span className="text-risk">{t('holder.leaseNever')}</span>;
  if (leaseMs === null) return <Unknown />;
  const lease = format.span(leaseMs);
  return (
    <span className="num">
      {renewal.periodMs === null
        ? t('holder.leaseOf', { lease })
        : t('holder.leaseRenewed', { lease, period: format.span(renewal.periodMs) })}
    </span>
  );
}

function AlsoHolds({ also }: { also: LockDetail['alsoHolds'] }) {
  const t = useT('lock');
  const [target] = useTarget();
  if (also.length === 0) return <span className="text-3">{t('holder.alsoNone')}</span>;
  return (
    <ul className="flex flex-col">
      {also.slice(0, LINKED).map(({ id, key }) => (
        <li key={id} className="min-w-0">
          <Link
            href={withTarget(lockPath(id), target)}
            dir="ltr"
            title={key}
            className="mono block truncate font-semibold text-info hover:underline"
          >
            {key}
          </Link>
        </li>
      ))}
      {also.length > LINKED ? (
        <li className="text-3 text-sm">{t('holder.alsoMore', { count: also.length - LINKED })}</li>
      ) : null}
    </ul>
  );
}
