import { monotonicMs, startTimer } from './timers';

/** Why a lease was lost. `expired`: its time passed here without a renewal, whatever Redis says. */
export type LossReason = 'expired' | 'absent' | 'taken' | 'client-closed';

/** What one renewal found. `deadlineMs` is monotonic and counted from before the command was sent. */
export type Renewal = { held: true; deadlineMs: number } | { held: false; why: LossReason };

export type WatchdogOptions = {
  /** End of the lease as it is now, monotonic ms. */
  deadlineMs: number;
  /** Time between two renewals; null = a fixed lease, which is only watched for its end. */
  periodMs: number | null;
  /** One renewal with a time limit of its own. Throws when Redis cannot be asked. */
  renew(): Promise<Renewal>;
  /** Called at most once, after which the watchdog has stopped. */
  lost(why: LossReason, cause?: unknown): void;
};

export type Watchdog = {
  deadlineMs(): number;
  /** Another command moved the end of the lease. */
  moved(deadlineMs: number): void;
  stop(): void;
};

/**
 * Renews a lease and watches its end. A renewal that finds no lease reports it lost and stops; one that fails is tried
 * again until the lease would have ended; the end is reported even while a renewal hangs.
 */
export function startWatchdog(options: WatchdogOptions): Watchdog {
  const { periodMs } = options;
  let deadlineMs = options.deadlineMs;
  let stopped = false;
  let lastError: unknown;
  let stopRenewal = () => {};
  let stopDeadline = () => {};

  function stop(): void {
    stopped = true;
    stopRenewal();
    stopDeadline();
  }

  function end(why: LossReason, cause?: unknown): void {
    if (stopped) return;
    stop();
    options.lost(why, cause);
  }

  function moved(next: number): void {
    deadlineMs = next;
    stopDeadline();
    if (!stopped) stopDeadline = startTimer(deadlineMs - monotonicMs(), () => end('expired', lastError));
  }

  async function renewal(period: number): Promise<void> {
    if (monotonicMs() >= deadlineMs) return end('expired', lastError);
    let nextMs = period;
    try {
      const result = await options.renew();
      if (stopped) return;
      if (!result.held) return end(result.why);
      lastError = undefined;
      moved(result.deadlineMs);
    } catch (error) {
      lastError = error;
      nextMs = Math.min(period / 4, 500);
    }
    if (!stopped) schedule(nextMs, period);
  }

  function schedule(ms: number, period: number): void {
    stopRenewal = startTimer(ms, () => void renewal(period));
  }

  moved(deadlineMs);
  if (periodMs !== null) schedule(periodMs, periodMs);
  return { deadlineMs: () => deadlineMs, moved, stop };
}
