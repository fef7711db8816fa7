import { Pause, Play } from 'lucide-react';
import { useMoment } from '@/components/app/use-moment';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { cx } from '@/components/ui/cx';
import { Link } from '@/components/ui/link';
import { useLive, useMonotonicNow, useNow } from '../app/live-provider';
import type { Freshness } from '../app/node-summary';
import { useFreshness } from '../app/use-freshness';
import { useTarget, withTarget } from '../app/use-target';
import { type LiveShown, liveShownOf } from './live-shown';

const DOTS = {
  connecting: 'border border-control',
  live: 'bg-verified-mark',
  partial: 'bg-contended-mark',
  blind: 'bg-lost-mark',
  paused: 'bg-info-mark',
  stale: 'bg-contended-mark',
  disconnected: 'bg-lost-mark',
} satisfies Record<LiveShown, string>;

/** How old what is shown is and from how many nodes, and the switch. Its width is the same in every state. */
export function LiveControl() {
  const t = useT('shell');
  const live = useLive();
  const isPaused = live.phase === 'paused';
  const { atMs } = useMoment();
  const fresh = useFreshness();
  const shown = liveShownOf(live.phase, fresh);
  const dot = atMs === null ? DOTS[shown] : 'border border-info-mark';
  return (
    <section
      aria-label={t('live.label')}
      className={cx(
        'flex h-8 shrink-0 items-stretch rounded-md sm:border',
        atMs === null && shown === 'blind' ? 'sm:border-lost-line sm:bg-lost-tint' : 'sm:border-line-strong',
      )}
    >
      <div className="flex w-[102px] items-center gap-2 px-1.5 max-[359px]:w-[88px] sm:w-[212px] sm:px-2.5">
        <span aria-hidden className={cx('size-2 shrink-0 rounded-full', dot)} />
        {atMs === null ? <LiveText shown={shown} fresh={fresh} /> : <PastText atMs={atMs} />}
      </div>
      <button
        type="button"
        aria-label={isPaused ? t('live.resume') : t('live.pause')}
        title={isPaused ? t('live.resume') : t('live.pause')}
        aria-keyshortcuts="p"
        onClick={isPaused ? live.resume : live.pause}
        className="flex w-8 items-center justify-center rounded-e-md border-line-strong text-2 hover:bg-hover hover:text-1 max-sm:hidden sm:border-s"
      >
        {isPaused ? <Play size={14} aria-hidden /> : <Pause size={14} aria-hidden />}
      </button>
    </section>
  );
}

/** What is shown does not move: it is past. */
function PastText({ atMs }: { atMs: number }) {
  const t = useT('rewind');
  const format = useFormat();
  return (
    <span className="num flex min-w-0 items-baseline gap-2">
      <span className="font-semibold">{t('live')}</span>
      <span className="text-3 max-[359px]:hidden">{format.clock(atMs)}</span>
    </span>
  );
}

/** The age of the oldest data and how many nodes it is from, as the way to the nodes. */
function LiveText({ shown, fresh }: { shown: LiveShown; fresh: Freshness | null }) {
  const t = useT('shell');
  const format = useFormat();
  const live = useLive();
  const [target] = useTarget();
  const detail = useDetail(shown, fresh);
  const polls = live.mode === 'polling' && (shown === 'live' || shown === 'partial');
  const word = polls ? t('live.polling') : shown === 'blind' ? t('fresh.none') : wordOf();
  const nodes = fresh && fresh.total > 0 && shown !== 'connecting' ? t('fresh.nodes', nodesIn(fresh)) : null;
  return (
    <Link
      href={withTarget('/nodes', target)}
      title={fresh ? `${t(`fresh.${nodesOf(fresh)}`, nodesIn(fresh))} · ${t('fresh.show')}` : undefined}
      className="num flex h-full min-w-0 items-center gap-2 hover:underline"
    >
      <span className={cx('truncate font-semibold', shown === 'blind' && 'text-lost')}>{word}</span>{' '}
      <span className="truncate text-3 max-sm:hidden">
        {[detail, nodes].filter((part) => part !== null).join(' · ')}
      </span>{' '}
      <span className="shrink-0 text-3 max-[359px]:hidden sm:hidden">
        {fresh && fresh.answering < fresh.total && shown !== 'connecting'
          ? `${format.count(fresh.answering)}/${format.count(fresh.total)}`
          : detail}
      </span>
      <span role="status" className="sr-only">
        {fresh && !fresh.isConnecting ? t(`fresh.${nodesOf(fresh)}`, nodesIn(fresh)) : ''}
      </span>
    </Link>
  );

  function wordOf(): string {
    return t(`live.${shown === 'partial' || shown === 'blind' ? 'live' : shown}`);
  }
}

function nodesIn({ answering, total }: Freshness) {
  return { answering, total };
}

function nodesOf({ answering, total }: Freshness): 'all' | 'some' | 'nobody' {
  return answering === 0 ? 'nobody' : answering < total ? 'some' : 'all';
}

/** Since when it is so: the data are as old as that, the stream is silent, or it was paused. */
function useDetail(shown: LiveShown, fresh: Freshness | null): string | null {
  const format = useFormat();
  const { lastAtMs, pausedAtMs } = useLive();
  const monotonicMs = useMonotonicNow();
  const nowMs = useNow();
  if (shown === 'paused') return pausedAtMs === null ? null : format.clock(pausedAtMs);
  if (shown === 'stale') return lastAtMs === null ? null : format.age(monotonicMs - lastAtMs);
  const isLive = shown === 'live' || shown === 'partial';
  if (!isLive || !fresh || fresh.oldestAtMs === null || nowMs === 0) return null;
  return format.age(Math.max(0, nowMs - fresh.oldestAtMs));
}
