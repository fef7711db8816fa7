import { setMaxListeners } from 'node:events';
import type { Redis, RedisOptions } from 'ioredis';
import type { ByteString } from '../domain/bytes';
import { ReplyCode } from '../redis/reply-code';
import { invalid, keyBytes, type LockKey, positiveMs, waitingMs } from './arguments';
import { createHold } from './hold';
import type { Held, Lease } from './lease';
import type { LockProtocol } from './protocol';
import { createReleaseChannels } from './release-channels';
import { monotonicMs } from './timers';
import { answerOf, noAnswer, timeoutError, type Wait } from './wait';
import { type Attempt, createWaitingLines } from './waiting-lines';

export type LockClientOptions = {
  /** Connection for commands. Stays the caller's; must have no `keyPrefix`. */
  redis: Redis;
  /**
   * Connection for release channels, used for nothing else; stays the caller's. Without it the client opens
   * `redis.duplicate()` at the first wait and closes it in `close`.
   */
  subscriber?: Redis;
  /** Lease of an acquisition that names none. Default 30,000 ms. */
  leaseMs?: number;
  /** Whether leases are renewed every third of their length until released. The default depends on the kind of lock. */
  watchdog?: boolean;
  /** How long a command may go unanswered before it fails with `timed-out`. Default 5,000 ms. */
  commandTimeoutMs?: number;
};

export type AcquireOptions = { leaseMs?: number; watchdog?: boolean; signal?: AbortSignal };

export type WaitOptions = AcquireOptions & {
  /** How long to wait, ms; 0 = one attempt, Infinity = until `signal` aborts. */
  waitMs: number;
  /** Called at most once, when the lock was found held although its release channel is subscribed. */
  onWaiting?: () => void;
};

export type LockClient<L extends Lease, Seen> = {
  /**
   * The lease, or null when another has the lock. One attempt, which may overtake waiters.
   * Throws `invalid-argument` (also for a key that is no lock of this kind), `aborted`, `timed-out` when Redis did not
   * answer in time or only after the lease had ended, and Redis' own errors; whatever was taken is given back then.
   */
  tryAcquire(key: LockKey, options?: AcquireOptions): Promise<L | null>;
  /**
   * The lease, as soon as it is free and the callers before this one in this process are served. Wakes by the release
   * channel and looks for itself when the TTL ends. Throws `wait-timeout` when `waitMs` is over, else as `tryAcquire`.
   */
  acquire(key: LockKey, options: WaitOptions): Promise<L>;
  /**
   * Runs `work` under the lock and gives its result. `signal` aborts when the lock is lost: stop then. Throws what `work`
   * throws, and `lost` when the work ended well but the lock was not held throughout.
   */
  using<T>(
    key: LockKey,
    options: WaitOptions,
    work: (signal: AbortSignal, lease: L) => Promise<T>,
  ): Promise<T>;
  /**
   * Frees the lock of somebody else if it is still held exactly as `seen`, and wakes its waiters.
   * Throws `not-held` when it is gone and `changed` when it is held in another way; both leave Redis untouched.
   * After `timed-out` the outcome is not known; asking again is safe.
   */
  forceRelease(key: LockKey, seen: Seen): Promise<{ woken: number }>;
  /** Ends all waits (`aborted`), tells and releases all leases (`lost`, `client-closed`), closes what the client opened. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

export type Kind<L extends Lease, Seen> = {
  protocol: LockProtocol;
  newToken(): string;
  renews(options: AcquireOptions): boolean;
  leaseOf(held: Held): L;
  forceRelease(key: ByteString, seen: Seen): Promise<{ woken: number }>;
};

const DEFAULT_LEASE_MS = 30_000;
const DEFAULT_COMMAND_TIMEOUT_MS = 5_000;

/** What all kinds of lock share: attempts, waits, leases and their end. */
export function createLockClient<L extends Lease, Seen>(
  options: LockClientOptions,
  kind: Kind<L, Seen>,
): LockClient<L, Seen> {
  const { redis } = options;
  const { protocol } = kind;
  if (redis.options.keyPrefix)
    throw invalid('redis', 'must have no keyPrefix: it would not reach channel names');
  const defaultLeaseMs = positiveMs('leaseMs', options.leaseMs ?? DEFAULT_LEASE_MS);
  const commandTimeoutMs = positiveMs(
    'commandTimeoutMs',
    options.commandTimeoutMs ?? DEFAULT_COMMAND_TIMEOUT_MS,
  );
  const channels = createReleaseChannels(
    () => options.subscriber ?? subscriberOf(redis),
    !options.subscriber,
  );
  const lines = createWaitingLines(channels, protocol.channelOf);
  const holds = new Set<{ abandon(): Promise<void> }>();
  const closing = new AbortController();
  setMaxListeners(0, closing.signal);
  let disconnects = 0;
  const onClose = () => {
    disconnects++;
  };
  redis.on('close', onClose);
  let closed: Promise<void> | null = null;

  async function attempt(key: LockKey, wait: Wait, asked: AcquireOptions): Promise<Attempt<L>> {
    const bytes = wait.key;
    const leaseMs = positiveMs('leaseMs', asked.leaseMs ?? defaultLeaseMs);
    const token = kind.newToken();
    const undo = () => protocol.release(bytes, token, leaseMs, 0).catch(() => {}); // else its lease ends it
    const deadlineMs = monotonicMs() + leaseMs;
    const call = protocol.acquire(bytes, token, leaseMs, 1);
    const reply = await answerOf(wait, call, commandTimeoutMs).catch((error) => {
      call.then(undo, undo);
      throw error;
    });
    if (reply.code === ReplyCode.otherHolder) return { busy: true, ttlMs: reply.detail };
    if (reply.code !== ReplyCode.done) throw invalid('key', 'holds something that is no lock of this kind');
    if (monotonicMs() >= deadlineMs) {
      void undo();
      throw noAnswer(bytes, leaseMs);
    }
    const hold = createHold({
      key: bytes,
      token,
      leaseMs,
      deadlineMs,
      watchdog: kind.renews(asked),
      protocol,
      commandTimeoutMs,
      disconnects: () => disconnects,
      ended: () => holds.delete(hold),
    });
    holds.add(hold);
    return { busy: false, result: kind.leaseOf({ hold, key, bytes, token, commandTimeoutMs }) };
  }

  function waitOf(key: LockKey, waitMs: number, asked: AcquireOptions & Partial<WaitOptions>): Wait {
    const signals = asked.signal ? [closing.signal, asked.signal] : [closing.signal];
    if (asked.leaseMs !== undefined) positiveMs('leaseMs', asked.leaseMs);
    return { key: keyBytes(key), deadlineMs: monotonicMs() + waitMs, signals, onWaiting: asked.onWaiting };
  }

  async function tryAcquire(key: LockKey, asked: AcquireOptions = {}): Promise<L | null> {
    const outcome = await attempt(key, waitOf(key, Number.POSITIVE_INFINITY, asked), asked);
    return outcome.busy ? null : outcome.result;
  }

  async function acquire(key: LockKey, asked: WaitOptions): Promise<L> {
    const waitMs = waitingMs('waitMs', asked.waitMs);
    const wait = waitOf(key, waitMs, asked);
    if (waitMs > 0) return lines.wait(wait, () => attempt(key, wait, asked));
    const lease = await tryAcquire(key, asked);
    if (!lease) throw timeoutError(wait);
    return lease;
  }

  async function shutDown(): Promise<void> {
    closing.abort(new Error('the lock client was closed'));
    await Promise.all([...holds].map((hold) => hold.abandon()));
    await channels.close();
    redis.off('close', onClose);
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
      const bytes = keyBytes(key);
      const wait = waitOf(key, Number.POSITIVE_INFINITY, {});
      return answerOf(wait, kind.forceRelease(bytes, seen), commandTimeoutMs);
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Fails fast and never re-sends: who waits on it falls back to TTL, and `ready` subscribes anew. */
function subscriberOf(redis: Redis): Redis {
  const settings: Partial<RedisOptions> = {
    lazyConnect: true,
    enableOfflineQueue: false,
    autoResubscribe: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    commandTimeout: undefined,
    retryStrategy: (attempt) => Math.min(50 * 2 ** Math.min(attempt, 10), 1_000),
  };
  return redis.duplicate(settings);
}
