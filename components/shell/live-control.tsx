import { Pause, Play } from 'lucide-react';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { useMoment } from '@/components/rewind/use-moment';
import { cx } from '@/components/ui/cx';
import type { LivePhase } from '@/lib/api/live-state';
import { useLive, useMonotonicNow } from './live-provider';

const DOTS = {
  connecting: 'border border-control',
  live: 'bg-verified-mark',
  paused: 'bg-info-mark',
  stale: 'bg-contended-mark',
  disconnected: 'bg-lost-mark',
} satisfies Record<LivePhase, string>;

/** Whether what is shown moves, since when not, and the switch. Its width is the same in every state. */
export function LiveControl() {
  const t = useT('shell');
  const live = useLive();
  const isPaused = live.phase === 'paused';
  const { atMs } = useMoment();
  return (
    <section
      aria-label={t('live.label')}
      className="flex h-8 shrink-0 items-stretch rounded-md sm:border sm:border-line-strong"
    >
      <div className="flex items-center gap-2 ps-2 pe-2 sm:w-[150px] sm:ps-2.5">
        <span
          aria-hidden
          className={cx(
            'size-2 shrink-0 rounded-full',
            atMs === null ? DOTS[live.phase] : 'border border-info-mark',
          )}
        />
        {atMs === null ? <LiveText /> : <PastText atMs={atMs} />}
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

function LiveText() {
  const t = useT('shell');
  const format = useFormat();
  const live = useLive();
  const monotonicMs = useMonotonicNow();
  const word = live.phase === 'live' && live.mode === 'polling' ? t('live.polling') : t(`live.${live.phase}`);
  const age = live.lastAtMs === null ? null : format.age(monotonicMs - live.lastAtMs);
  const time = live.pausedAtMs === null ? null : format.clock(live.pausedAtMs);
  const detail = live.phase === 'paused' ? time : live.phase === 'disconnected' ? null : age;
  return (
    <span className="num flex min-w-0 items-baseline gap-2">
      <span className="font-semibold">{word}</span>
      {detail === null ? null : (
        <span className="text-3 max-[359px]:hidden">
          {live.phase === 'live' ? (
            <>
              <span className="max-sm:hidden">{t('live.ago', { age: detail })}</span>
              <span className="sm:hidden">{detail}</span>
            </>
          ) : (
            detail
          )}
        </span>
      )}
    </span>
  );
}
