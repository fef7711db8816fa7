'use client';

import {
  Ghost,
  Hourglass,
  ListOrdered,
  Megaphone,
  MegaphoneOff,
  Radio,
  Sigma,
  Waypoints,
} from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useNow } from '@/components/app/live-provider';
import { useTarget } from '@/components/app/use-target';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { KnownByText } from '@/components/lock-parts/known-by';
import { CopyButton } from '@/components/ui/copy-button';
import { Link } from '@/components/ui/link';
import { Panel } from '@/components/ui/panel';
import { TableToggle } from '@/components/ui/table-toggle';
import type { Lock } from '@/lib/contract/lock';
import type { ContentionHint, LockDetail } from '@/lib/contract/locks';
import { queryString } from '@/lib/contract/request';
import { summaryOf } from '@/lib/domain/holders/holders-summary';
import { type Count, countOf, isSome } from '@/lib/domain/values/counted';
import { WaitingChart } from './over-time/waiting-chart';
import { QueueList } from './queue-list';
import { WaitingOverTimeTable } from './waiting-table';

/** How many wait, how that is known, and what a release would mean to them. */
export function WaitersPanel({ detail, className }: { detail: LockDetail; className?: string }) {
  const t = useT('lock');
  const nowMs = useNow() || detail.nowMs;
  const [asTable, setAsTable] = useState(false);
  const { lock, waitingSeries } = detail;
  const { known } = lock.waiters;
  const waiting = countOf(lock.waiters.count);
  const isCounted = waitingSeries.some((value) => value !== null);
  return (
    <Panel
      title={t('waiters.title')}
      hint={hintOf()}
      right={
        <>
          {isCounted ? <TableToggle on={asTable} onChange={setAsTable} /> : null}
          <KnownByText known={known} nowMs={nowMs} form="ago" />
        </>
      }
      className={className}
      bodyClassName="flex flex-col"
    >
      {isCounted ? (
        asTable ? (
          <WaitingOverTimeTable series={waitingSeries} nowMs={detail.nowMs} />
        ) : (
          <WaitingChart key={lock.id} detail={detail} waiting={waiting} />
        )
      ) : null}
      <ul className="flex flex-col gap-1.5 px-3 py-2.5 text-2">
        {lock.ghosts === null ? null : <Queue ghosts={lock.ghosts} />}
        {detail.queue ? <QueueList places={detail.queue} nowMs={nowMs} /> : null}
        {detail.contentionHint ? <Tried hint={detail.contentionHint} nowMs={nowMs} /> : null}
        <WhatFollows detail={detail} />
        {isSome(lock.waiters.count) ? <ToGraph id={lock.id} /> : null}
      </ul>
    </Panel>
  );

  function hintOf(): string {
    if (!waiting.known) return t('waiters.unknown');
    const { count } = waiting;
    return lock.ghosts ? t('waiters.live', { count, ghosts: lock.ghosts }) : t('waiters.count', { count });
  }
}

/** The way to who blocks those who wait, and whom they block. */
function ToGraph({ id }: Pick<Lock, 'id'>) {
  const t = useT('graph');
  const [target] = useTarget();
  return (
    <Line icon={<Waypoints size={14} aria-hidden />}>
      <Link
        href={`/graph${queryString({ lock: id, target })}`}
        className="inline-flex min-h-6 items-center font-medium text-info hover:underline"
      >
        {t('ofLock')}
      </Link>
    </Line>
  );
}

/** Who polls cannot be counted; that somebody does shows in the key. */
function Tried({ hint, nowMs }: { hint: ContentionHint; nowMs: number }) {
  const t = useT('lock');
  const format = useFormat();
  return (
    <Line icon={<Sigma size={14} aria-hidden />}>
      {t('waiters.tried', { age: format.age(Math.max(1_000, nowMs - hint.lastTryMs)) })}
    </Line>
  );
}

/** How a queue is counted, and who stands in it for nothing. */
function Queue({ ghosts }: { ghosts: number }) {
  const t = useT('lock');
  const format = useFormat();
  return (
    <>
      <Line icon={<ListOrdered size={14} aria-hidden />}>{t('waiters.byQueue')}</Line>
      {ghosts > 0 ? (
        <Line icon={<Ghost size={14} aria-hidden />}>
          {t.rich('waiters.ghosts', {
            ghosts,
            n: format.count(ghosts),
            b: (chunks) => <b className="num font-semibold text-1">{chunks}</b>,
          })}
        </Line>
      ) : null}
    </>
  );
}

type Wake = 'latch' | 'open' | 'free' | 'permit' | 'queue' | 'shared' | 'last' | 'turn' | 'anybody';

/** What wakes those who wait, where it is not simply that the one holder gives the lock back; null = it is. */
function sharedWake(lock: Lock): Wake | null {
  const summary = summaryOf(lock);
  const waiting = countOf(lock.waiters.count);
  const waits = waiting.known && waiting.count > 0;
  if (summary.is === 'latch') return summary.left === 0 ? 'open' : 'latch';
  if (summary.is === 'permits') return !waits && (summary.free ?? 0) > 0 ? 'free' : 'permit';
  if (lock.state === 'free' && lock.ghosts !== null && waiting.known) return waits ? 'turn' : 'anybody';
  if (lock.reason.code === 'dead-waiter-blocks') return 'turn';
  if (lock.holders.length > 1) return waits ? 'shared' : 'last';
  return waits && lock.ghosts !== null ? 'queue' : null;
}

function wakeOf(waiting: Count) {
  if (!waiting.known) return 'unknown';
  return waiting.count === 0 ? 'nobody' : waiting.count === 1 ? 'one' : 'race';
}

function WhatFollows({ detail }: { detail: LockDetail }) {
  const t = useT('lock');
  const format = useFormat();
  const { lock, channel, unread } = detail;
  const isUnread = lock.state === 'unknown' && !countOf(lock.waiters.count).known;
  const waiting = countOf(lock.waiters.count);
  return (
    <>
      <Line icon={<Radio size={14} aria-hidden />}>
        {t(`waiters.release.${isUnread ? 'unread' : (sharedWake(lock) ?? wakeOf(waiting))}`, {
          n: waiting.known ? format.count(waiting.count) : '',
        })}
      </Line>
      {channel !== null ? (
        <Line icon={<Megaphone size={14} aria-hidden />}>
          <span className="flex min-w-0 items-center gap-1">
            <span className="shrink-0">{t('waiters.channel')}</span>
            <bdi dir="ltr" title={channel} className="mono min-w-0 truncate text-1">
              {channel}
            </bdi>
            <span className="-my-1">
              <CopyButton text={channel} label={t('waiters.copyChannel')} />
            </span>
          </span>
        </Line>
      ) : unread ? null : (
        <Line icon={<MegaphoneOff size={14} aria-hidden />}>{t('waiters.noChannel')}</Line>
      )}
      {lock.waiterSeconds ? (
        <Line icon={<Hourglass size={14} aria-hidden />}>
          {t.rich('waiters.cost', {
            time: format.duration(lock.waiterSeconds * 1_000),
            b: (chunks) => <b className="num font-semibold text-1">{chunks}</b>,
          })}
        </Line>
      ) : null}
    </>
  );
}

function Line({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex gap-2">
      <span className="mt-[3px] shrink-0 text-3">{icon}</span>
      <span className="min-w-0 flex-1">{children}</span>
    </li>
  );
}
