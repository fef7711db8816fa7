import type { LossReason } from './loss';
import { type Alarm, clearAlarm, monotonicMs, setAlarm, startTimer } from './timers';

/** What one renewal found. `deadlineMs` is monotonic and counted from before the command was sent. */
export type Renewal = { held: true; deadlineMs: number } | { held: false; why: LossReason };

/** Who is watched over. */
export type Watched = {
  /** One renewal with a time limit of its own. Throws when Redis cannot be asked. */
  renew(): Promise<Renewal>;
  /** Called when the event loop ran a renewal late enough to matter. `leftMs` of the lease were left. */
  stalled(lateMs: number, leftMs: number): void;
  /** Called at most once, after which the watchdog has stopped. */
  lost(why: LossReason, cause?: unknown): void;
};

/** Renewals due within this time run together: the process wakes once for them. */
const TOGETHER_MS = 100;

/**
 * Renews a lease and watches its end. A renewal that finds no lease reports it lost and stops; one that fails is tried
 * again until the lease would have ended; the end is reported even while a renewal hangs.
 */
export class Watchdog implements Alarm {
  atMs = 0;
  before: Alarm | null = null;
  after: Alarm | null = null;
  list: Alarm['list'] = null;
  private stopped = false;
  private renews = true;
  private lastError: unknown;
  private stopRenewal: (() => void) | null = null;

  /**
   * `deadlineMs` = monotonic end of the lease as it is now; `periodMs` = time between two renewals, null = a fixed lease,
   * which is only watched for its end. Watches from `start` on.
   */
  constructor(
    private readonly watched: Watched,
    private readonly leaseMs: number,
    private end: number,
    private readonly periodMs: number | null,
  ) {}

  /** The lease ended. */
  ring(): void {
    this.over('expired', this.lastError);
  }

  start(): void {
    this.moved(this.end);
    if (this.periodMs !== null) this.schedule(this.periodMs, this.dueMs(this.periodMs));
  }

  get deadlineMs(): number {
    return this.end;
  }

  /** Another command moved the end of the lease. */
  moved(deadlineMs: number): void {
    this.end = deadlineMs;
    if (!this.stopped) setAlarm(this, deadlineMs, this.leaseMs);
  }

  /** Renews no more; the end is still told. */
  stopRenewing(): void {
    this.renews = false;
    this.stopRenewal?.();
  }

  stop(): void {
    this.stopped = true;
    this.stopRenewing();
    clearAlarm(this);
  }

  private over(why: LossReason, cause?: unknown): void {
    if (this.stopped) return;
    this.stop();
    this.watched.lost(why, cause);
  }

  private async renewal(periodMs: number, dueMs: number): Promise<void> {
    const nowMs = monotonicMs();
    if (nowMs - dueMs > periodMs / 2) this.watched.stalled(nowMs - dueMs, this.end - nowMs);
    if (nowMs >= this.end) return this.over('expired', this.lastError);
    let nextMs: number;
    try {
      const result = await this.watched.renew();
      if (this.stopped) return;
      if (!result.held) return this.over(result.why);
      this.lastError = undefined;
      this.moved(result.deadlineMs);
      nextMs = this.dueMs(periodMs);
    } catch (error) {
      this.lastError = error;
      nextMs = monotonicMs() + Math.min(periodMs / 4, 500);
    }
    if (this.renews) this.schedule(periodMs, nextMs);
  }

  /** One period after the lease as it is now began: an answer that was read late leaves less time until then. */
  private dueMs(periodMs: number): number {
    return Math.min(this.end - this.leaseMs, monotonicMs()) + periodMs;
  }

  private schedule(periodMs: number, atMs: number): void {
    const gridMs = Math.min(TOGETHER_MS, (atMs - monotonicMs()) / 10);
    const dueMs = gridMs > 0 ? Math.floor(atMs / gridMs) * gridMs : atMs;
    this.stopRenewal = startTimer(dueMs - monotonicMs(), () => void this.renewal(periodMs, dueMs));
  }
}
