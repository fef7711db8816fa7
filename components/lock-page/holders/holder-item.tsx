'use client';

import { Hourglass, LockOpen, Plus } from 'lucide-react';
import { type OffReason, OffTooltip, useOffReason } from '@/components/actions/action-buttons';
import type { OpenAction } from '@/components/actions/use-action-dialog';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { HolderLink } from '@/components/lock-parts/holder-link';
import { holderNameOf } from '@/components/lock-parts/holder-name';
import { HolderNameText, HolderRole } from '@/components/lock-parts/holder-text';
import { LeaseViewBar } from '@/components/lock-parts/lease-bar';
import { holderLeaseOf } from '@/components/lock-parts/lease-view';
import { VerdictLine } from '@/components/lock-parts/verdict-block';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import type { LockAction } from '@/lib/contract/action-codes';
import type { Holder } from '@/lib/contract/holder';
import type { Lock } from '@/lib/contract/lock';
import { evidenceOf } from '@/lib/domain/holders/evidence';
import { shortToken } from '@/lib/domain/holders/short-token';
import { SinceText } from './since-text';

type Props = {
  lock: Lock;
  holder: Holder;
  /** '' = not known yet. */
  tokenDigest: string;
  nowMs: number;
  /** Redis could not be asked. */
  isUnread: boolean;
  onAct: OpenAction;
};

/** One of several holders: who it is, its own lease, whether it lives, and what can be done to it alone. */
export function HolderItem({ lock, holder, tokenDigest, nowMs, isUnread, onAct }: Props) {
  const t = useT('lock');
  const format = useFormat();
  const lease = holderLeaseOf(lock, holder, nowMs);
  return (
    <li className="flex flex-col gap-0.5 border-line border-b px-3 py-2 last:border-b-0">
      <div className="flex min-w-0 items-center gap-2">
        <span className="flex min-w-0 flex-1 items-center gap-1.5">
          <HolderRole mode={holder.mode} />
          <HolderNameText holder={holder} className="font-semibold" />
          {lease.is === 'over' ? (
            <Badge tone="risk" icon={<Hourglass size={14} aria-hidden />}>
              {t('holders.over')}
            </Badge>
          ) : null}
        </span>
        <LeaseViewBar view={lease} isRisk={false} className="w-36 shrink-0" />
      </div>
      <div className="flex min-w-0 items-center gap-1">
        <bdi dir="ltr" title={holder.token.text} className="mono min-w-0 truncate text-2 text-xs">
          {holder.token.text}
        </bdi>
        <span className="-my-1">
          <CopyButton text={holder.token.text} label={t('holder.copyToken')} />
        </span>
      </div>
      <div className="num flex min-w-0 flex-wrap items-center gap-x-4 gap-y-0.5 text-sm">
        <span className="text-2">
          {t('holders.since')} <SinceText since={holder.since} nowMs={nowMs} />
        </span>
        {holder.holdCount !== null && holder.holdCount > 1 ? (
          <span className="text-2">{t('holders.count', { n: format.count(holder.holdCount) })}</span>
        ) : null}
        <HolderLink holder={holder} />
      </div>
      <VerdictLine
        lock={lock}
        holder={holder}
        evidence={evidenceOf(lock, [], nowMs, holder)}
        nowMs={nowMs}
        isUnread={isUnread}
      />
      <Acts lock={lock} holder={holder} tokenDigest={tokenDigest} onAct={onAct} />
    </li>
  );
}

function nothingToExtend({ ttlMs }: Holder): OffReason | null {
  return ttlMs === 'none' ? 'never' : ttlMs === 0 ? 'over' : null;
}

const ICONS = { extend: Plus, release: LockOpen };

function Acts({ lock, holder, tokenDigest, onAct }: Omit<Props, 'nowMs' | 'isUnread'>) {
  const t = useT('actions');
  const parts = useT('parts');
  const offNow = { extend: useOffReason(lock, 'extend'), release: useOffReason(lock, 'release') };
  const named = holderNameOf(holder);
  const name = `${named.code === 'named' ? named.name : parts(`holder.${named.code}`)} ${shortToken(holder.token.text)}`;
  const actions = (['extend', 'release'] as const).filter((action: LockAction) => lock.actions[action]);
  return (
    <span className="ms-auto flex shrink-0 gap-1.5">
      {actions.map((action) => {
        const Icon = ICONS[action];
        const off: OffReason | null = offNow[action] ?? (tokenDigest === '' ? 'reading' : null);
        const why = off ?? (action === 'extend' ? nothingToExtend(holder) : null);
        return (
          <OffTooltip key={action} off={why} right={action} lockId={lock.id}>
            <Button
              size="sm"
              variant={action === 'release' ? 'danger-outline' : 'default'}
              off={why !== null}
              icon={<Icon size={14} aria-hidden />}
              aria-label={t(`of.${action}Name`, { name })}
              onClick={() => onAct(lock, action, { holder, tokenDigest })}
            >
              {t(`of.${action}`)}
            </Button>
          </OffTooltip>
        );
      })}
    </span>
  );
}
