import { type ByteString, displayOf } from '../domain/bytes';
import { LockError } from '../domain/errors';
import { ReplyCode } from '../redis/reply-code';
import type { ScriptReply } from '../redis/run-script';
import type { LockProtocol } from './protocol';
import { monotonicMs } from './timers';
import { answerOf, unlimited, type Wait } from './wait';
import { type LossReason, type Renewal, startWatchdog } from './watchdog';

export type HoldOptions = {
  key: ByteString;
  token: string;
  leaseMs: number;
  /** Monotonic end of the lease, counted from before the acquiring command was sent. */
  deadlineMs: number;
  watchdog: boolean;
  protocol: LockProtocol;
  commandTimeoutMs: number;
  /** Grows when the connection was lost: commands in flight may then have been sent twice. */
  disconnects(): number;
  /** Called once, when nothing is held any more. */
  ended(): void;
};

/**
 * What one holder has of one lock: the holds, the lease they share, and the signal that says it was lost. The token is
 * never used for another hold, so a late call of any kind cannot touch a successor.
 */
export type Hold = {
  readonly signal: AbortSignal;
  holdCount(): number;
  leaseMs(): number;
  deadlineMs(): number;
  /** One hold more; throws `lost` when there is nothing to re-enter. */
  reenter(leaseMs: number, wait: Wait): Promise<void>;
  /** Raises the end of the lease to at least `leaseMs` from now. */
  extend(leaseMs: number): Promise<void>;
  /** One hold less. Not limited in time: `answerOf` is the caller's. Throws `lost` when Redis has it no more. */
  release(): Promise<void>;
  /** Says lost to whoever works under it and gives back all holds, as far as Redis can be reached. */
  abandon(): Promise<void>;
};

export function createHold(options: HoldOptions): Hold {
  const { key, token, protocol, commandTimeoutMs } = options;
  const controller = new AbortController();
  let { leaseMs } = options;
  let count = 1;
  let lost: LockError | null = null;
  let uncertain = false;
  let queue: Promise<unknown> = Promise.resolve();

  /** Calls that change the hold count go one after another: each names the count it leads to. */
  function serial<T>(call: () => Promise<T>): Promise<T> {
    const run = queue.then(call);
    queue = run.catch(() => {}); // the caller has it
    return run;
  }

  function lose(why: LossReason, cause?: unknown): LockError {
    if (lost) return lost;
    watchdog.stop();
    lost = new LockError('lost', `The lock was lost: ${why}`, { key: displayOf(key).text, why }, { cause });
    options.ended();
    controller.abort(lost);
    return lost;
  }

  const leaseLeftMs = () => Math.ceil(watchdog.deadlineMs() - monotonicMs());

  async function renew(ms: number): Promise<Renewal> {
    const sentMs = monotonicMs();
    const { code, detail } = await protocol.renew(key, token, Math.max(ms, leaseLeftMs()));
    if (code === ReplyCode.done) return { held: true, deadlineMs: sentMs + detail };
    if (code === ReplyCode.neverExpires) return { held: true, deadlineMs: sentMs + ms };
    return { held: false, why: lossOf(code) };
  }

  const periodMs = options.watchdog ? leaseMs / 3 : null;
  const watchdog = startWatchdog({
    deadlineMs: options.deadlineMs,
    periodMs,
    renew: () =>
      answerOf(unlimited(key), renew(leaseMs), Math.min(periodMs ?? commandTimeoutMs, commandTimeoutMs)),
    lost: lose,
  });

  async function reenter(ms: number, abandoned: () => boolean): Promise<void> {
    if (lost) throw lost;
    if (count === 0) throw notHeld(key);
    if (abandoned()) return;
    const sentMs = monotonicMs();
    const wanted = Math.max(ms, leaseLeftMs());
    const undo = () => protocol.release(key, token, leaseMs, count);
    const { code } = await protocol.acquire(key, token, wanted, count + 1).catch(async (error) => {
      await undo().catch(() => {}); // no worse than before: the next call names its count again
      throw error;
    });
    if (code !== ReplyCode.done) throw lose(lossOf(code));
    if (abandoned()) return void (await undo());
    count++;
    leaseMs = Math.max(leaseMs, ms);
    watchdog.moved(sentMs + wanted);
  }

  /** For a lock that was lost: in case something of it is left. What stays ends with its lease. */
  function releaseAll(): Promise<unknown> {
    return protocol.release(key, token, leaseMs, 0).catch(() => {});
  }

  async function giveBack(): Promise<void> {
    if (lost) {
      void releaseAll(); // not waited for: Redis may be away
      throw lost;
    }
    if (count === 0) return;
    const left = count - 1;
    if (left === 0) watchdog.stop();
    const sentMs = monotonicMs();
    const keptMs = Math.max(leaseMs, leaseLeftMs());
    const disconnects = options.disconnects();
    let reply: ScriptReply;
    try {
      reply = await protocol.release(key, token, keptMs, left);
    } catch (error) {
      uncertain = true;
      throw error;
    }
    if (reply.code === ReplyCode.stillHeld) {
      count = left;
      watchdog.moved(sentMs + keptMs);
      return;
    }
    const sentTwice = uncertain || options.disconnects() !== disconnects;
    if (reply.code !== ReplyCode.done && !(sentTwice && leaseLeftMs() > 0)) throw lose(lossOf(reply.code));
    count = 0;
    watchdog.stop();
    options.ended();
  }

  return {
    signal: controller.signal,
    holdCount: () => count,
    leaseMs: () => leaseMs,
    deadlineMs: () => watchdog.deadlineMs(),
    async reenter(ms, wait) {
      let abandoned = false;
      try {
        const run = serial(() => reenter(ms, () => abandoned));
        await answerOf(wait, run, commandTimeoutMs);
      } catch (error) {
        abandoned = true;
        throw error;
      }
    },
    async extend(ms) {
      if (lost) throw lost;
      if (count === 0) throw notHeld(key);
      const result = await answerOf(unlimited(key), renew(ms), commandTimeoutMs);
      if (lost) throw lost;
      if (!result.held) throw lose(result.why);
      if (count > 0) watchdog.moved(Math.max(result.deadlineMs, watchdog.deadlineMs()));
    },
    release: () => serial(giveBack),
    async abandon() {
      lose('client-closed');
      await answerOf(unlimited(key), serial(releaseAll), commandTimeoutMs).catch(() => {}); // its lease ends it
    },
  };
}

function lossOf(code: number): LossReason {
  return code === ReplyCode.absent ? 'absent' : 'taken';
}

function notHeld(key: ByteString): LockError {
  return new LockError('not-held', 'The lock was released already', { key: displayOf(key).text });
}
