import { type Alarm, clearAlarm, monotonicMs, setAlarm } from '../timers';
import type { LossReason } from './loss';

/** Result of one renewal. `deadlineMs` is monotonic, counted from before the command was sent. */
export type RenewalResult = { held: true; deadlineMs: number } | { held: false; why: LossReason };

/** The hold that a watchdog renews. */
export type RenewableHold = {
  /** One renewal with a time limit of its own. Throws when Redis cannot be asked. */
  renew(): Promise<RenewalResult>;
  /** Called when the event loop ran a renewal late enough to matter. `leftMs` = remaining lease. */
  stalled(lateMs: number, leftMs: number): void;
  /** Called at most once, after which the watchdog has stopped. */
  lost(why: LossReason, cause?: unknown): void;
};

/** Renewals due within this time, ms, run together: the process wakes once for them. */
const TOGETHER_MS = 100;

/**
 * Renews a lease and watches its end, with one alarm for whichever comes first. A renewal that finds no lease reports the
 * loss and stops; a failed one is retried until the lease would have ended. The end is reported even while a renewal hangs.
 */
export class Watchdog implements Alarm {
  atMs = 0;
  before: Alarm | null = null;
  after: Alarm | null = null;
  list: Alarm['list'] = null;
  private stopped = false;
  private renews: boolean;
  /** When the next renewal is due; Infinity while one is under way, and where there will be none. */
  private dueMs = Number.POSITIVE_INFINITY;
  private lastError: unknown;

  /**
   * `deadlineMs` = monotonic end of the present lease; `renews` = whether it is renewed every third of its length, or fixed
   * and only watched for its end. Watches from `start` on.
   */
  constructor(
    private readonly watched: RenewableHold,
    private readonly leaseMs: number,
    private end: number,
    renews: boolean,
  ) {
    this.renews = renews;
  }

  start(nowMs: number): void {
    if (this.renews) this.dueMs = this.nextDueMs(nowMs);
    this.watch();
  }

  get deadlineMs(): number {
    return this.end;
  }

  /** Another command moved the end of the lease. */
  moved(deadlineMs: number): void {
    this.end = deadlineMs;
    this.watch();
  }

  /** Stops renewing; the end is still reported. */
  stopRenewing(): void {
    this.renews = false;
    this.dueMs = Number.POSITIVE_INFINITY; // the alarm then rings in vain, and is set to the end: most leases end before
  }

  stop(): void {
    this.stopped = true;
    clearAlarm(this);
  }

  /** A renewal is due, or the lease has ended. */
  ring(): void {
    if (this.stopped) return;
    const nowMs = monotonicMs();
    const lateMs = nowMs - this.dueMs;
    if (lateMs > this.periodMs / 2) this.watched.stalled(lateMs, this.end - nowMs);
    if (nowMs >= this.end) this.over('expired', this.lastError);
    else if (lateMs >= 0) void this.renewal();
    else this.watch();
  }

  private get periodMs(): number {
    return this.leaseMs / 3;
  }

  private watch(): void {
    if (this.stopped) return;
    if (this.dueMs < this.end) setAlarm(this, this.dueMs, this.periodMs);
    else setAlarm(this, this.end, this.leaseMs);
  }

  private over(why: LossReason, cause?: unknown): void {
    if (this.stopped) return;
    this.stop();
    this.watched.lost(why, cause);
  }

  private async renewal(): Promise<void> {
    this.dueMs = Number.POSITIVE_INFINITY;
    this.watch();
    let nextMs: number;
    try {
      const result = await this.watched.renew();
      if (this.stopped) return;
      if (!result.held) return this.over(result.why);
      this.lastError = undefined;
      this.end = result.deadlineMs;
      nextMs = this.nextDueMs(monotonicMs());
    } catch (error) {
      this.lastError = error;
      const nowMs = monotonicMs();
      nextMs = together(nowMs + Math.min(this.periodMs / 4, 500), nowMs);
    }
    if (this.renews) this.dueMs = nextMs;
    this.watch();
  }

  /** One period after the present lease began: an answer that was read late leaves less time until then. */
  private nextDueMs(nowMs: number): number {
    return together(Math.min(this.end - this.leaseMs, nowMs) + this.periodMs, nowMs);
  }
}

/** A moment shortly before `atMs` at which renewals of other leases are due too. */
function together(atMs: number, nowMs: number): number {
  const gridMs = Math.min(TOGETHER_MS, (atMs - nowMs) / 10);
  return gridMs > 0 ? Math.floor(atMs / gridMs) * gridMs : atMs;
}
