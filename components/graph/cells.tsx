'use client';

import { HeartPulse, ListOrdered } from 'lucide-react';
import { useNow } from '@/components/app/live-provider';
import { useMoment, withMoment } from '@/components/app/use-moment';
import { useTarget } from '@/components/app/use-target';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { KeyText } from '@/components/lock-parts/key-text';
import { KnownByText } from '@/components/lock-parts/known-by';
import { KnownHistory } from '@/components/past-parts/known-history';
import type { WaitEdge, WaitLock } from '@/lib/contract/graph';
import { lockPath } from '@/lib/domain/keys/lock-id';
import { countOf } from '@/lib/domain/values/counted';

/** How long something has been so; nothing where that is not known. */
export function Elapsed({ sinceMs }: { sinceMs: number | null }) {
  const t = useT('graph');
  const format = useFormat();
  const nowMs = useNow();
  if (sinceMs === null) {
    return (
      <span title={t('table.sinceUnknown')} className="text-3">
        <span aria-hidden>–</span>
        <span className="sr-only">{t('table.sinceUnknown')}</span>
      </span>
    );
  }
  return (
    <span title={format.moment(sinceMs)} className="num">
      {format.duration(Math.max(0, nowMs - sinceMs))}
    </span>
  );
}

const WAY_ICONS = { queue: ListOrdered, heartbeat: HeartPulse } satisfies Record<WaitEdge['by'], unknown>;

/** What tells that it waits, and since when that is known. */
export function WaitKnown({ wait, short }: { wait: WaitEdge; short?: boolean }) {
  const t = useT('graph');
  const nowMs = useNow();
  const { atMs } = useMoment();
  const Icon = WAY_ICONS[wait.by];
  return (
    <span className="inline-flex min-w-0 max-w-full items-center gap-2 align-middle text-2 text-sm">
      <span title={t(`by.${wait.by}Title`)} className="inline-flex min-w-0 items-center gap-1.5">
        <Icon size={14} aria-hidden className="shrink-0 text-3" />
        <span className="truncate">{t(`by.${wait.by}`)}</span>
      </span>
      {atMs === null ? (
        <KnownByText known={wait.known} nowMs={nowMs} short={short ?? true} className="shrink-0" />
      ) : (
        <KnownHistory className="shrink-0" />
      )}
    </span>
  );
}

/** How many wait for a lock, those without a name too. */
export function WaitingText({ waiting }: Pick<WaitLock, 'waiting'>) {
  const t = useT('graph');
  const format = useFormat();
  const read = countOf(waiting);
  if (!read.known) return <span className="text-3">{t('tree.waitsUnknown')}</span>;
  return t('tree.waits', { count: read.count, n: format.count(read.count) });
}

/** The key of a lock, as the way to its page. */
export function WaitLockKey({ lock }: { lock: WaitLock }) {
  const [target] = useTarget();
  const { atMs } = useMoment();
  return (
    <span className="flex min-w-0" data-stop-in>
      <KeyText
        display={lock.key}
        href={withMoment(lockPath(lock.id), target, atMs)}
        copy
        className="min-h-6 scroll-mt-12 scroll-mb-4 items-center"
      />
    </span>
  );
}
