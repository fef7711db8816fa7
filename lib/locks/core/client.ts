import type { ByteString } from '../../domain/keys/bytes';
import { type LockKey, optionalText } from './arguments';
import { createAttempts, type Terms } from './attempts';
import { acquireChecks, callback, checkOptions, checkSeen, closeChecks, waitChecks } from './checks';
import { identityOf } from './identity';
import type { Lease } from './lease/lease';
import type { LockImplementation } from './lock-kind';
import { Members } from './members';
import type { AcquireOptions, CloseOptions, CommonOptions, WaitOptions } from './options';
import { telling } from './telling';
import { monotonicMs } from './timers';
import type { Attempt, Turn } from './wait/local-wait-queues';
import { mayPass } from './wait/passing';
import { answerOf, type Closing, timeoutError, unlimited, type Wait } from './wait/wait';

export type LockClient<L, Seen, Key = LockKey> = {
  /**
   * The lease, or null when another has the lock. One attempt, which may overtake waiters. Throws `invalid-argument` (also
   * for a key that is no lock of this kind), `aborted`, `timed-out` when Redis did not answer in time or only after the
   * lease had ended, and Redis' own errors; an acquired lock is released then.
   */
  tryAcquire(key: Key, options?: AcquireOptions): Promise<L | null>;
  /**
   * The lease, as soon as the lock is free and earlier callers of this process are served. Wakes on the release channel and
   * retries when the TTL ends; an outage of Redis is waited out. When `waitMs` is over, throws `wait-timeout` where Redis
   * answered that others hold the lock, and `timed-out` with the last error as `cause` where it did not; else throws as
   * `tryAcquire`.
   */
  acquire(key: Key, options?: WaitOptions): Promise<L>;
  /**
   * Runs `work` under the lock and gives its result. `signal` aborts when the lock is lost: stop then. Throws what `work`
   * throws, and `lost` when the work ended well but the lock was not held throughout.
   */
  using<T>(key: Key, options: WaitOptions, work: (signal: AbortSignal, lease: L) => Promise<T>): Promise<T>;
  /**
   * Frees another holder's lock if it is still held exactly as `seen`, and wakes its waiters. Throws `not-held` when it is
   * gone and `changed` when it is held in another way; both leave Redis untouched. After `timed-out` the outcome is not
   * known; calling it again is safe.
   */
  forceRelease(key: Key, seen: Seen): Promise<{ woken: number }>;
  /**
   * Ends all waits (`aborted`), releases all leases (`lost`, `client-closed`) and closes what the client opened. Resolves
   * within `timeoutMs`: locks that Redis has not released by then expire with their leases. Throws `invalid-argument` only.
   */
  close(options?: CloseOptions): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

/** Default wait, ms. */
const DEFAULT_WAIT_MS = 10_000;

/** For how long the client retries to leave a queue: five minutes, Redisson's default for a place's deadline. */
const LEAVE_TRIES = 300;
const LEAVE_AGAIN_MS = 1_000;

type LockCore<L, Seen, Key = LockKey> = {
  client: LockClient<L, Seen, Key>;
  /** One attempt with a given token. */
  takeAs(key: Key, token: string, options: AcquireOptions): Promise<L | null>;
};

export function createLockClient<L extends Lease<Key>, Seen, Key = LockKey>(
  options: CommonOptions,
  kind: LockImplementation<L, Seen, Key>,
): LockClient<L, Seen, Key> {
  return createLockCore(options, kind).client;
}

/** The part that all kinds of lock share: attempts, waits, leases and their end. */
export function createLockCore<L extends Lease<Key>, Seen, Key = LockKey>(
  options: CommonOptions,
  kind: LockImplementation<L, Seen, Key>,
): LockCore<L, Seen, Key> {
  const { protocol, lines } = kind;
  const { attempt, termsOf, holds, commandTimeoutMs } = createAttempts(options, kind);
  const identity = identityOf(optionalText('app', options.app), optionalText('label', options.label));
  const closing: Closing = { closed: false, listeners: new Members() };
  let stopHeartbeat: (() => Promise<void>) | null = options.heartbeat === false ? async () => {} : null;
  let closed: Promise<void> | null = null;

  function waitOf(key: Key, waitMs: number, asked: AcquireOptions & Partial<WaitOptions>): Wait {
    const { signal, onWaiting } = asked;
    const deadlineMs = waitMs === Number.POSITIVE_INFINITY ? waitMs : monotonicMs() + waitMs;
    const { problem } = protocol;
    return { key: kind.nameOf(key), deadlineMs, lengthMs: waitMs, signal, closing, problem, onWaiting };
  }

  function newToken({ leaseMs }: Terms): string {
    return kind.newToken(identity, leaseMs);
  }

  /** One attempt, with the given token or a new one. */
  function take(key: Key, token: string | null, asked: AcquireOptions): Promise<L | null> {
    const terms = termsOf(asked);
    const wait = waitOf(key, Number.POSITIVE_INFINITY, asked);
    const ask = { key, wait, terms, token: token ?? newToken(terms), waits: false };
    if (!closing.closed) stopHeartbeat ??= kind.startHeartbeat(identity);
    return telling(protocol.kind, wait.key, (count) => {
      count();
      return attempt(ask, resultOf);
    });
  }

  function takeInTurn(key: Key, asked: WaitOptions): Promise<L> {
    checkOptions(asked, waitChecks);
    const { waitMs = DEFAULT_WAIT_MS } = asked;
    const terms = termsOf(asked);
    const wait = waitOf(key, waitMs, asked);
    if (waitMs === 0)
      return take(key, null, asked).then((lease) => lease ?? Promise.reject(timeoutError(wait)));
    if (!closing.closed) stopHeartbeat ??= kind.startHeartbeat(identity);
    return telling(protocol.kind, wait.key, (count) =>
      lines.wait(turnOf(key, wait, terms, count)),
    ) as Promise<L>;
  }

  function takeAs(key: Key, token: string | null, asked: AcquireOptions): Promise<L | null> {
    return promised(() => {
      checkOptions(asked, acquireChecks);
      return take(key, token, asked);
    });
  }

  function tryAcquire(key: Key, asked: AcquireOptions = {}): Promise<L | null> {
    return takeAs(key, null, asked);
  }

  function acquire(key: Key, asked: WaitOptions = {}): Promise<L> {
    return promised(() => takeInTurn(key, asked));
  }

  function turnOf(key: Key, wait: Wait, terms: Terms, count: () => void): Turn<L> {
    let token = newToken(terms);
    let first = true;
    let unsure = false;
    let lease: L | null = null;
    let over = false;
    const keeps = kind.tokenWaits ? () => !over && (!lease || lease.isHeld) : undefined;
    const noted = (outcome: Attempt<L>) => {
      if (!outcome.busy) lease = outcome.result;
      return outcome;
    };
    return {
      kind: protocol.kind,
      line: protocol.line === 'shared' ? wait.key : token,
      wait,
      processId: identity.record.id,
      recheckMs: protocol.recheckMs,
      listen: () => protocol.listen(wait.key, token),
      attempt() {
        count();
        if (!first && !kind.tokenWaits) token = newToken(terms);
        first = false;
        return attempt({ key, wait, terms, token, waits: true, keeps }, noted);
      },
      goesOn(error) {
        if (!mayPass(error) || protocol.ended()) return false;
        unsure = true;
        return true;
      },
      problem: protocol.problem,
      giveUp() {
        over = true;
        if (!first && protocol.giveUp) void leaveQueue(() => leave(wait.key, token, terms, unsure), closing);
      },
    };
  }

  /** `unsure` = an attempt with this token was abandoned, and may have acquired the lock since. */
  async function leave(key: ByteString, token: string, terms: Terms, unsure: boolean): Promise<void> {
    if (unsure) await protocol.release(key, token, terms.leaseMs, 0);
    await protocol.giveUp?.(key, token);
  }

  async function shutDown(limitMs: number): Promise<void> {
    const endMs = monotonicMs() + limitMs;
    closing.closed = true;
    for (const waiting of closing.listeners.list()) waiting.closed();
    await within(Promise.all([...holds.list().map((hold) => hold.abandon()), stopHeartbeat?.()]), limitMs);
    await within(kind.close(), Math.max(endMs - monotonicMs(), 1));
  }

  async function close(how: CloseOptions = {}): Promise<void> {
    checkOptions(how, closeChecks);
    const { timeoutMs = commandTimeoutMs } = how;
    closed ??= shutDown(timeoutMs);
    await within(closed, timeoutMs);
  }

  const client: LockClient<L, Seen, Key> = {
    tryAcquire,
    acquire,
    async using(key, asked, work) {
      callback('work', work);
      const lease = await acquire(key, asked);
      let result: Awaited<ReturnType<typeof work>>;
      try {
        result = await work(lease.signal, lease);
      } catch (error) {
        await lease.release().catch(() => {}); // the error of `work` says more
        throw error;
      }
      await lease.release();
      return result;
    },
    async forceRelease(key, seen) {
      checkSeen(seen, kind.seen);
      const wait = waitOf(key, Number.POSITIVE_INFINITY, {});
      return answerOf(wait, kind.forceRelease(wait.key, seen), commandTimeoutMs);
    },
    close,
    [Symbol.asyncDispose]: () => close(),
  };
  return { client, takeAs };
}

/** Waits for `call`, at most `limitMs`; the call continues by itself. Never rejects. */
async function within(call: Promise<unknown>, limitMs: number): Promise<void> {
  await answerOf(unlimited(''), call, limitMs).catch(() => {});
}

/**
 * Leaves a queue in Redis, and retries while Redis is away: a place left behind blocks those after it until its deadline.
 * Keeps no process alive.
 */
async function leaveQueue(leave: () => Promise<unknown> | undefined, closing: Closing): Promise<void> {
  for (let tries = 0; tries < LEAVE_TRIES; tries++) {
    try {
      return void (await leave());
    } catch {
      if (closing.closed) return;
      await new Promise((resolve) => setTimeout(resolve, LEAVE_AGAIN_MS).unref());
    }
  }
}

/**
 * Turns an error that `call` throws into a rejection: as an async function does, but without its turns of the microtask
 * queue.
 */
function promised<T>(call: () => Promise<T>): Promise<T> {
  try {
    return call();
  } catch (error) {
    return Promise.reject(error);
  }
}

function resultOf<L>(outcome: Attempt<L>): L | null {
  if (!outcome.busy) return outcome.result;
  if (outcome.failure) throw outcome.failure;
  return null;
}
