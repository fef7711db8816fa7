import { useEffect, useEffectEvent } from 'react';
import { useMonotonicNow } from '@/components/app/live-provider';
import { useT } from '@/components/i18n/use-t';

/** Between tries, the later the longer: a password may be wrong, and each try is in the log of Redis and in the audit. */
const PAUSES_MS = [10_000, 10_000, 20_000, 30_000];
/** About ten minutes; nobody looks any more then. */
const MOST_TRIES = 22;

/** How long after a failure the next try begins, ms, `tries` = those that began by themselves before; null = none does. */
export function pauseBefore(tries: number): number | null {
  if (tries >= MOST_TRIES) return null;
  return PAUSES_MS[Math.min(tries, PAUSES_MS.length - 1)] ?? null;
}

type Props = {
  /** When the next try begins, on the tab's monotonic clock, ms; null = none begins by itself. */
  dueAtMs: number | null;
  isTrying: boolean;
  /** It is due. In a hidden tab that waits until somebody looks. */
  onDue(): void;
  onNow(): void;
};

/** When a test that failed is tried again, counting down, and the way to do it now. */
export function NextTry({ dueAtMs, isTrying, onDue, onNow }: Props) {
  const t = useT('addTarget');
  const nowMs = useMonotonicNow();
  const onDueNow = useEffectEvent(onDue);
  useEffect(() => {
    if (dueAtMs === null) return;
    const tryIfSeen = () => {
      if (!document.hidden && performance.now() >= dueAtMs) onDueNow();
    };
    // A timer may fire a moment early.
    const timer = setTimeout(tryIfSeen, Math.max(0, dueAtMs - performance.now()) + 5);
    document.addEventListener('visibilitychange', tryIfSeen);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', tryIfSeen);
    };
  }, [dueAtMs]);
  if (isTrying) return <p className="text-2 text-sm">{t('nextTry.trying')}</p>;
  if (dueAtMs === null) return <p className="text-2 text-sm">{t('nextTry.none')}</p>;
  const seconds = Math.max(1, Math.ceil((dueAtMs - nowMs) / 1_000));
  return (
    <p role="timer" className="num text-2 text-sm">
      {t.rich('nextTry.in', {
        seconds,
        b: (chunks) => <b className="font-semibold">{chunks}</b>,
        now: (chunks) => (
          <button type="button" onClick={onNow} className="font-semibold text-info hover:underline">
            {chunks}
          </button>
        ),
      })}
    </p>
  );
}
