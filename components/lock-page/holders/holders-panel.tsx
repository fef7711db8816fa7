'use client';

import { useState } from 'react';
import type { OpenAction } from '@/components/actions/use-action-dialog';
import { useNow } from '@/components/app/live-provider';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { KnownByText } from '@/components/lock-parts/known-by';
import { useSummaryText } from '@/components/lock-parts/use-summary-text';
import { Button } from '@/components/ui/button';
import { Panel } from '@/components/ui/panel';
import type { LockDetail } from '@/lib/contract/locks';
import { summaryOf } from '@/lib/domain/holders/holders-summary';
import { HolderItem } from './holder-item';
import { PermitsLine } from './permits-line';

/** So many are shown at first. */
const FEW = 8;

type Props = { detail: LockDetail; onAct: OpenAction; className?: string };

/** Everybody who has a lock that several may have, each with what can be done to it; or that nobody has it. */
export function HoldersPanel({ detail, onAct, className }: Props) {
  const t = useT('lock');
  const format = useFormat();
  const textOf = useSummaryText();
  const nowMs = useNow() || detail.nowMs;
  const [all, setAll] = useState(false);
  const { lock, holderDigests, unread } = detail;
  const summary = summaryOf(lock);
  const { holders } = lock;
  const shown = all ? holders : holders.slice(0, FEW);
  return (
    <Panel
      title={t('holders.title')}
      hint={holders.length === 0 ? null : textOf(summary)}
      right={
        <>
          {holders.length > FEW ? (
            <Button size="sm" variant="link" aria-expanded={all} onClick={() => setAll(!all)}>
              {all ? t('holders.fewer') : t('holders.all', { n: format.count(holders.length) })}
            </Button>
          ) : null}
          <KnownByText known={lock.confirmed} nowMs={nowMs} form="ago" />
        </>
      }
      className={className}
    >
      {lock.permits ? <PermitsLine summary={summary} /> : null}
      {holders.length === 0 ? <Nobody detail={detail} /> : null}
      <ul>
        {shown.map((holder, i) => (
          <HolderItem
            // biome-ignore lint/suspicious/noArrayIndexKey: what is shown of a long token may not tell two apart
            key={`${holder.token.text} ${i}`}
            lock={lock}
            holder={holder}
            tokenDigest={unread ? '' : (holderDigests[i] ?? '')}
            nowMs={nowMs}
            isUnread={unread !== undefined}
            onAct={onAct}
          />
        ))}
      </ul>
    </Panel>
  );
}

/** Why there is nobody to name. */
function Nobody({ detail: { lock } }: { detail: LockDetail }) {
  const t = useT('lock');
  const summary = summaryOf(lock);
  const why =
    summary.is === 'latch'
      ? 'latch'
      : summary.is === 'permits' && summary.held !== 0
        ? 'unwritten'
        : summary.is === 'permits'
          ? 'permits'
          : 'nobody';
  return <p className="px-3 py-2.5 text-2">{t(`holders.none.${why}`)}</p>;
}
