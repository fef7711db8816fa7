import { type ByteString, displayOf } from '../../../domain/keys/bytes';
import { LockError } from '../../../domain/values/lock-error';
import { ReplyCode } from '../../../redis/reply-code';
import { lockEvents } from '../events';
import type { Members, Placed } from '../members';
import type { LockProtocol, LockReply } from '../protocol';
import { monotonicMs, startTimer } from '../timers';
import { answerOf, notHeld, unlimited, type Wait } from '../wait/wait';
import { leaseController } from './lease-signal';
import { type LossReason, lossReason } from './loss';
import { type RenewableHold, type RenewalResult, Watchdog } from './watchdog';

export type HoldOptions = {
  key: ByteString;
  token: string;
  leaseMs: number;
  /** Monotonic end of the lease, counted from before the acquiring command was sent. */
  deadlineMs: number;
  watchdog: boolean;
  /** Longest time to hold the lock, ms; Infinity = no limit. */
  maxHoldMs: number;
  protocol: LockProtocol;
  commandTimeoutMs: number;
  /** Holds of the client; includes this one while it lives. */
  holds: Members<Hold>;
};

/**
 * One holder's state of one lock: the hold count, the lease, and the signal that reports a loss. The token is never used
 * for another hold, so a late call of any kind cannot touch a successor.
 */
export class Hold implements RenewableHold, Placed {
  place = -1;
  private startedMs = 0;
  private controller: AbortController | null = null;
  private lease: number;
  private count = 1;
  private loss: LockError | null = null;
  private uncertain = false;
  private queue: Promise<unknown> | null = null;
  private readonly watchdog: Watchdog;
  private stopMaxHold: (() => void) | null = null;

  /** Creates an inactive hold, while the answer is under way; `begin` makes it one. */
  constructor(private readonly options: HoldOptions) {
    const { leaseMs, deadlineMs, watchdog } = options;
    this.lease = leaseMs;
    this.watchdog = new Watchdog(this, leaseMs, deadlineMs, watchdog);
  }

  /** Redis answered that the lock is held, at `nowMs`. */
  begin(nowMs: number): this {
    const { maxHoldMs, holds } = this.options;
    this.startedMs = nowMs;
    this.watchdog.start(nowMs);
    // Renewals stop, so the key expires with its lease: the holder has that long to stop its work.
    if (maxHoldMs !== Number.POSITIVE_INFINITY)
      this.stopMaxHold = startTimer(maxHoldMs, () => void this.lose('max-hold-time'));
    holds.add(this);
    return this;
  }

  /** Aborts with a `lost` error. Created on first use, so that a caller that never reads it pays nothing. */
  get signal(): AbortSignal {
    if (!this.controller) {
      this.controller = leaseController(this);
      if (this.loss) this.controller.abort(this.loss);
    }
    this.check();
    return this.controller.signal;
  }

  /** Reports the loss of an expired lease, even if no timer has run since. */
  check(): void {
    if (monotonicMs() >= this.watchdog.deadlineMs) this.watchdog.ring();
  }

  get isHeld(): boolean {
    return !this.loss && this.count > 0 && monotonicMs() < this.watchdog.deadlineMs;
  }

  /** Throws `lost`, or `not-held` after the last release. */
  assertHeld(): void {
    this.check();
    if (this.loss) throw this.loss;
    if (this.count === 0) throw notHeld(this.options.key);
  }

  get holdCount(): number {
    return this.count;
  }

  get leaseMs(): number {
    return this.lease;
  }

  get deadlineMs(): number {
    return this.watchdog.deadlineMs;
  }

  get isLost(): boolean {
    return this.loss !== null;
  }

  /** Re-enters, and returns the script's reply; throws `lost` when the lock is no longer held. */
  async reenter(leaseMs: number, wait: Wait): Promise<LockReply> {
    const call = { abandoned: false };
    try {
      const run = this.serial(() => this.takeOnceMore(leaseMs, call));
      return await answerOf(wait, run, this.options.commandTimeoutMs);
    } catch (error) {
      call.abandoned = true;
      throw error;
    }
  }

  /** Raises the end of the lease to at least `leaseMs` from now. */
  async extend(leaseMs: number): Promise<void> {
    const { key, commandTimeoutMs } = this.options;
    this.assertHeld();
    const result = await answerOf(unlimited(key), this.prolong(leaseMs), commandTimeoutMs);
    if (this.loss) throw this.loss;
    if (!result.held) throw this.lose(result.why);
    if (this.count > 0) this.watchdog.moved(Math.max(result.deadlineMs, this.watchdog.deadlineMs));
  }

  /**
   * Releases one hold. Has no time limit: the caller applies `answerOf`. Throws `lost` when Redis no longer has the hold;
   * calls `unknown` before it throws an error that leaves the outcome unknown.
   */
  release(unknown: () => void): Promise<void> {
    return this.serial(() => this.giveBack(unknown));
  }

  /** Reports the loss, and releases all holds if Redis can be reached. */
  async abandon(): Promise<void> {
    const { key, commandTimeoutMs } = this.options;
    this.lose('client-closed');
    const released = this.serial(() => this.releaseAll());
    await answerOf(unlimited(key), released, commandTimeoutMs).catch(() => {}); // the lease ends it
  }

  async renew(): Promise<RenewalResult> {
    const { key, commandTimeoutMs } = this.options;
    const sentMs = monotonicMs();
    const leftMs = this.watchdog.deadlineMs - sentMs;
    const limitMs = Math.min(Math.ceil(this.lease / 3), commandTimeoutMs);
    try {
      const result = await answerOf(unlimited(key), this.prolong(this.lease), limitMs);
      if (result.held) this.notifyRenewal('renewed', monotonicMs() - sentMs, leftMs);
      return result;
    } catch (error) {
      this.notifyRenewal('error', monotonicMs() - sentMs, leftMs, error);
      throw error;
    }
  }

  stalled(lateMs: number, leftMs: number): void {
    if (lockEvents.stall.hasSubscribers) lockEvents.stall.publish({ ...this.told(), lateMs, leftMs });
  }

  lost(why: LossReason, cause?: unknown): void {
    this.lose(why, cause);
  }

  private lose(why: LossReason, cause?: unknown): LockError {
    if (this.loss) return this.loss;
    const key = displayOf(this.options.key).text;
    this.loss = new LockError('lost', `The lock was lost: ${why}`, { key, why }, { cause });
    this.end();
    this.controller?.abort(this.loss);
    if (lockEvents.lost.hasSubscribers)
      lockEvents.lost.publish({ ...this.told(), why, heldMs: this.heldMs() });
    return this.loss;
  }

  private end(): void {
    this.watchdog.stop();
    this.stopMaxHold?.();
    this.options.holds.delete(this);
  }

  /** Calls that change the hold count run one after another: each names the count it leads to. */
  private serial<T>(call: () => Promise<T>): Promise<T> {
    const run = this.queue ? this.queue.then(call, call) : call();
    this.queue = run; // the caller handles its failure
    return run;
  }

  private lossOf(code: number): Promise<LossReason> {
    return lossReason(this.options, code);
  }

  private leaseLeftMs(): number {
    return Math.ceil(this.watchdog.deadlineMs - monotonicMs());
  }

  private async prolong(ms: number): Promise<RenewalResult> {
    const { key, token, protocol } = this.options;
    const sentMs = monotonicMs();
    const { code, detail } = await protocol.renew(key, token, Math.max(ms, this.leaseLeftMs()));
    if (code === ReplyCode.done) return { held: true, deadlineMs: sentMs + detail };
    if (code === ReplyCode.neverExpires) return { held: true, deadlineMs: sentMs + ms };
    return { held: false, why: await this.lossOf(code) };
  }

  private async takeOnceMore(ms: number, call: { abandoned: boolean }): Promise<LockReply> {
    const { key, token, protocol } = this.options;
    if (this.loss) throw this.loss;
    if (this.count === 0 || call.abandoned) throw notHeld(key);
    const sentMs = monotonicMs();
    const leaseMs = Math.max(ms, this.leaseLeftMs());
    const undo = () => protocol.release(key, token, this.lease, this.count);
    let reply: LockReply;
    try {
      reply = await protocol.acquire({ key, token, leaseMs, holdCount: this.count + 1, waits: false });
    } catch (error) {
      await undo().catch(() => {}); // no worse than before: the next call names its count again
      throw error;
    }
    if (reply.code !== ReplyCode.done) throw this.lose(await this.lossOf(reply.code));
    if (call.abandoned) {
      await undo();
      throw notHeld(key);
    }
    this.count++;
    this.lease = Math.max(this.lease, ms);
    this.watchdog.moved(sentMs + leaseMs);
    return reply;
  }

  /** After a loss: releases what may be left of the lock. What stays ends with its lease. */
  private releaseAll(): Promise<unknown> {
    const { key, token, protocol } = this.options;
    return protocol.release(key, token, this.lease, 0).catch(() => {});
  }

  private giveBack(unknown: () => void): Promise<void> {
    const { key, token, protocol } = this.options;
    if (this.loss) {
      void this.releaseAll(); // not awaited: Redis may be away
      return Promise.reject(this.loss);
    }
    if (this.count === 0) return Promise.resolve();
    const left = this.count - 1;
    const sentMs = left > 0 ? monotonicMs() : 0;
    const keptMs = left > 0 ? Math.max(this.lease, this.leaseLeftMs()) : this.lease;
    const disconnects = protocol.disconnects();
    const released = protocol.release(key, token, keptMs, left);
    if (left === 0) this.watchdog.stopRenewing(); // should the release fail, the end of the lease is reported
    return released.then(
      (reply) => {
        if (reply.code === ReplyCode.done) return this.free();
        if (reply.code !== ReplyCode.stillHeld) return this.notFound(reply, disconnects, left);
        this.count = left;
        this.watchdog.moved(sentMs + keptMs);
      },
      (error) => {
        this.uncertain = true;
        unknown();
        this.notifyRelease('error', error);
        throw error;
      },
    );
  }

  /** A release of the last hold that was sent twice finds nothing the second time; nor does one of a lock freed by force. */
  private async notFound({ code }: LockReply, disconnects: number, left: number): Promise<void> {
    const maybeTwice = this.uncertain || this.options.protocol.disconnects() !== disconnects;
    if (left > 0 || !maybeTwice || this.leaseLeftMs() <= 0) throw this.lose(await this.lossOf(code));
    this.watchdog.stop(); // the lock is free: that the lease ends while the reason is looked up is no loss
    if ((await this.lossOf(code)) === 'force-released') throw this.lose('force-released');
    this.free();
  }

  private free(): void {
    this.count = 0;
    this.end();
    this.notifyRelease('released');
  }

  private heldMs(): number {
    return monotonicMs() - this.startedMs;
  }

  private told() {
    const { key, token, protocol } = this.options;
    return { kind: protocol.kind, key, token };
  }

  private notifyRelease(outcome: 'released' | 'error', error?: unknown): void {
    if (!lockEvents.release.hasSubscribers) return;
    lockEvents.release.publish({ ...this.told(), outcome, heldMs: this.heldMs(), error });
  }

  private notifyRenewal(outcome: 'renewed' | 'error', tookMs: number, leftMs: number, error?: unknown): void {
    if (!lockEvents.renew.hasSubscribers) return;
    lockEvents.renew.publish({ ...this.told(), outcome, tookMs, leftMs, error });
  }
}
