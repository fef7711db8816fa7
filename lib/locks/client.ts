import type { ByteString } from '../domain/bytes';
import { isLockError } from '../domain/errors';
import { ReplyCode } from '../redis/reply-code';
import { invalid, type LockKey, optionalText, positiveMs, waitingMs } from './arguments';
import { type AcquireEvent, lockEvents } from './events';
import { Hold } from './hold';
import { type Identity, identityOf } from './identity';
import type { Held, Lease } from './lease';
import type { AcquireOptions, CommonOptions, WaitOptions } from './options';
import type { Attempted, LockProtocol } from './protocol';
import { monotonicMs } from './timers';
import { answerOf, type Closing, noAnswer, timeoutError, unlimited, type Wait } from './wait';
import type { Attempt, WaitingLines } from './waiting-lines';

export type LockClient<L, Seen, Key = LockKey> = {
  /**
   * The lease, or null when another has the lock. One attempt, which may overtake waiters.
   * Throws `invalid-argument` (also for a key that is no lock of this kind), `aborted`, `timed-out` when Redis did not
   * answer in time or only after the lease had ended, and Redis' own errors; whatever was taken is given back then.
   */
  tryAcquire(key: Key, options?: AcquireOptions): Promise<L | null>;
  /**
   * The lease, as soon as it is free and the callers before this one in this process are served. Wakes by the release
   * channel and looks for itself when the TTL ends. Throws `wait-timeout` when `waitMs` is over, else as `tryAcquire`.
   */
  acquire(key: Key, options: WaitOptions): Promise<L>;
  /**
   * Runs `work` under the lock and gives its result. `signal` aborts when the lock is lost: stop then. Throws what `work`
   * throws, and `lost` when the work ended well but the lock was not held throughout.
   */
  using<T>(key: Key, options: WaitOptions, work: (signal: AbortSignal, lease: L) => Promise<T>): Promise<T>;
  /**
   * Frees the lock of somebody else if it is still held exactly as `seen`, and wakes its waiters.
   * Throws `not-held` when it is gone and `changed` when it is held in another way; both leave Redis untouched.
   * After `timed-out` the outcome is not known; asking again is safe.
   */
  forceRelease(key: Key, seen: Seen): Promise<{ woken: number }>;
  /** Ends all waits (`aborted`), tells and releases all leases (`lost`, `client-closed`), closes what the client opened. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

export type Kind<L, Seen, Key> = {
  protocol: LockProtocol;
  newToken(identity: Identity): string;
  /** Whether a token serves a whole wait, as its place in a queue does, and not one attempt. */
  tokenWaits?: boolean;
  renews(options: AcquireOptions): boolean;
  leaseOf(held: Held<Key>): L;
  /** Bytes that stand for what was asked for. Throws `invalid-argument`. */
  nameOf(key: Key): ByteString;
  forceRelease(key: ByteString, seen: Seen): Promise<{ woken: number }>;
  lines: WaitingLines;
  /** Starts a heartbeat in each Redis the kind uses; returns the stop. */
  startHeartbeat(identity: Identity): () => Promise<void>;
  /** Closes the connections that are ours. */
  close(): Promise<void>;
};

const DEFAULT_LEASE_MS = 30_000;
export const DEFAULT_COMMAND_TIMEOUT_MS = 5_000;

/** What all kinds of lock share: attempts, waits, leases and their end. */
export function createLockClient<L extends Lease<Key>, Seen, Key = LockKey>(
  options: CommonOptions,
  kind: Kind<L, Seen, Key>,
): LockClient<L, Seen, Key> {
  const { protocol, lines } = kind;
  const defaultLeaseMs = positiveMs('leaseMs', options.leaseMs ?? DEFAULT_LEASE_MS);
  const defaultMaxHoldMs = maxHoldOf(options.maxHoldMs ?? Number.POSITIVE_INFINITY);
  const commandTimeoutMs = positiveMs(
    'commandTimeoutMs',
    options.commandTimeoutMs ?? DEFAULT_COMMAND_TIMEOUT_MS,
  );
  const identity = identityOf(optionalText('app', options.app), optionalText('label', options.label));
  const holds = new Set<Hold>();
  const closing: Closing = { closed: false, listeners: new Set() };
  let stopHeartbeat: (() => Promise<void>) | null = options.heartbeat === false ? async () => {} : null;
  let closed: Promise<void> | null = null;

  async function attempt(asked: Key, wait: Wait, options: AcquireOptions, token: string, waits: boolean) {
    const key = wait.key;
    const leaseMs = options.leaseMs === undefined ? defaultLeaseMs : positiveMs('leaseMs', options.leaseMs);
    const undo = () => protocol.release(key, token, leaseMs, 0).catch(() => {}); // else its lease ends it
    const deadlineMs = monotonicMs() + (protocol.validityMs?.(leaseMs) ?? leaseMs);
    const attempted: Attempted = { key, token, leaseMs, holdCount: 1, waits };
    const call = protocol.acquire(attempted);
    const reply = await answerOf(wait, call, commandTimeoutMs).catch((error) => {
      call.then(undo, undo);
      throw error;
    });
    if (reply.code === ReplyCode.otherHolder) {
      return { busy: true, ttlMs: reply.detail, silent: reply.text !== undefined } as const;
    }
    if (reply.code !== ReplyCode.done) throw invalid('key', 'holds something that is no lock of this kind');
    if (monotonicMs() >= deadlineMs) {
      void undo();
      throw noAnswer(key, leaseMs);
    }
    const maxHoldMs = options.maxHoldMs === undefined ? defaultMaxHoldMs : maxHoldOf(options.maxHoldMs);
    const hold = new Hold({
      key,
      token,
      leaseMs,
      deadlineMs,
      watchdog: kind.renews(options),
      maxHoldMs,
      protocol,
      commandTimeoutMs,
      holds,
    });
    return {
      busy: false,
      result: kind.leaseOf({ hold, key: asked, bytes: key, token, commandTimeoutMs, reply }),
    } as const;
  }

  function waitOf(
    key: Key,
    waitMs: number,
    { signal, ...asked }: AcquireOptions & Partial<WaitOptions>,
  ): Wait {
    if (asked.leaseMs !== undefined) positiveMs('leaseMs', asked.leaseMs);
    if (asked.maxHoldMs !== undefined) maxHoldOf(asked.maxHoldMs);
    const deadlineMs = monotonicMs() + waitMs;
    return { key: kind.nameOf(key), deadlineMs, signal, closing, onWaiting: asked.onWaiting };
  }

  /** Runs one acquisition and tells how it ended. */
  async function told<T>(key: ByteString, run: (count: () => void) => Promise<T>): Promise<T> {
    stopHeartbeat ??= closing.closed ? null : kind.startHeartbeat(identity);
    if (!lockEvents.acquire.hasSubscribers) return run(() => {});
    const startedMs = monotonicMs();
    let attempts = 0;
    let result: T | null = null;
    let outcome: AcquireEvent['outcome'] = 'error';
    let failure: unknown;
    try {
      result = await run(() => attempts++);
      outcome = result === null ? 'busy' : 'acquired';
      return result;
    } catch (error) {
      failure = error;
      for (const code of ['wait-timeout', 'aborted'] as const) if (isLockError(error, code)) outcome = code;
      throw error;
    } finally {
      const token = (result as Lease | null)?.token ?? '';
      const waitedMs = monotonicMs() - startedMs;
      lockEvents.acquire.publish({
        kind: protocol.kind,
        key,
        token,
        outcome,
        waitedMs,
        attempts,
        error: failure,
      });
    }
  }

  async function tryAcquire(key: Key, asked: AcquireOptions = {}): Promise<L | null> {
    const wait = waitOf(key, Number.POSITIVE_INFINITY, asked);
    return told(wait.key, async (count) => {
      count();
      const outcome = await attempt(key, wait, asked, kind.newToken(identity), false);
      return outcome.busy ? null : outcome.result;
    });
  }

  async function acquire(key: Key, asked: WaitOptions): Promise<L> {
    const waitMs = waitingMs('waitMs', asked.waitMs);
    const wait = waitOf(key, waitMs, asked);
    return told(wait.key, async (count) => {
      if (waitMs > 0) return waitInLine(key, wait, asked, count);
      count();
      const outcome = await attempt(key, once(wait), asked, kind.newToken(identity), false);
      if (outcome.busy) throw timeoutError(wait);
      return outcome.result;
    });
  }

  async function waitInLine(key: Key, wait: Wait, asked: WaitOptions, count: () => void): Promise<L> {
    let token = kind.newToken(identity);
    let first = true;
    const turn = {
      line: `${protocol.kind}:${protocol.line === 'shared' ? wait.key : token}`,
      wait,
      listen: () => protocol.listen(wait.key, token),
      attempt(): Promise<Attempt<L>> {
        count();
        if (!first && !kind.tokenWaits) token = kind.newToken(identity);
        first = false;
        return attempt(key, wait, asked, token, true);
      },
    };
    try {
      return await lines.wait(turn);
    } catch (error) {
      if (!first) protocol.giveUp?.(wait.key, token).catch(() => {}); // else its deadline in the queue ends it
      throw error;
    }
  }

  async function shutDown(): Promise<void> {
    closing.closed = true;
    for (const waiting of [...closing.listeners]) waiting.closed();
    await Promise.all([...holds].map((hold) => hold.abandon()));
    if (stopHeartbeat) await answerOf(unlimited(''), stopHeartbeat(), commandTimeoutMs).catch(() => {});
    await kind.close();
  }

  function close(): Promise<void> {
    closed ??= shutDown();
    return closed;
  }

  return {
    tryAcquire,
    acquire,
    async using(key, asked, work) {
      const lease = await acquire(key, asked);
      let result: Awaited<ReturnType<typeof work>>;
      try {
        result = await work(lease.signal, lease);
      } catch (error) {
        await lease.release().catch(() => {}); // what `work` threw says more
        throw error;
      }
      await lease.release();
      return result;
    },
    async forceRelease(key, seen) {
      const wait = waitOf(key, Number.POSITIVE_INFINITY, {});
      return answerOf(wait, kind.forceRelease(wait.key, seen), commandTimeoutMs);
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** One attempt has the time limit of a command, not that of a wait. */
function once(wait: Wait): Wait {
  return { ...wait, deadlineMs: Number.POSITIVE_INFINITY };
}

function maxHoldOf(ms: number): number {
  return ms === Number.POSITIVE_INFINITY ? ms : positiveMs('maxHoldMs', ms);
}
