import { LockError } from '../../domain/values/lock-error';
import { ReplyCode } from '../../redis/reply-code';
import { invalid, positiveMs } from './arguments';
import { Hold } from './lease/hold';
import type { Lease } from './lease/lease';
import type { LockImplementation } from './lock-kind';
import { Members } from './members';
import type { AcquireOptions, CommonOptions } from './options';
import type { LockReply } from './protocol';
import { monotonicMs } from './timers';
import type { Attempt } from './wait/local-wait-queues';
import { answerOf, noAnswer, overOf, type Wait } from './wait/wait';

const DEFAULT_LEASE_MS = 30_000;
export const DEFAULT_COMMAND_TIMEOUT_MS = 5_000;

/** Options of a lease, checked, with the client's defaults filled in. */
export type Terms = { leaseMs: number; maxHoldMs: number; watchdog: boolean };

type AttemptRequest<Key> = {
  /** The key as the caller passed it. */
  key: Key;
  wait: Wait;
  terms: Terms;
  token: string;
  /** Whether the caller waits for its turn, or wants one answer only. */
  waits: boolean;
  /** For a token that serves a whole wait: whether a lock that an abandoned attempt acquires late is still of use to it. */
  keeps?: (() => boolean) | undefined;
};

export type Attempts<L, Key> = {
  /**
   * Attempts once to acquire the lock, starts the watchdog on what it got, and returns what `resultOf` makes of the
   * outcome. Rejects as `LockClient.tryAcquire`; when the wait is over already, before a command is sent.
   */
  attempt<T>(ask: AttemptRequest<Key>, resultOf: (outcome: Attempt<L>) => T): Promise<T>;
  /** Throws `invalid-argument`. */
  termsOf(options: AcquireOptions): Terms;
  /** Leases of this client that are neither released nor lost. */
  readonly holds: Members<Hold>;
  readonly commandTimeoutMs: number;
};

/** Creates the attempts of one client, with its defaults. */
export function createAttempts<L extends Lease<Key>, Seen, Key>(
  options: CommonOptions,
  kind: LockImplementation<L, Seen, Key>,
): Attempts<L, Key> {
  const { protocol } = kind;
  const defaultLeaseMs = positiveMs('leaseMs', options.leaseMs ?? DEFAULT_LEASE_MS);
  const defaultMaxHoldMs = maxHoldOf(options.maxHoldMs ?? Number.POSITIVE_INFINITY);
  const limitMs = options.commandTimeoutMs ?? DEFAULT_COMMAND_TIMEOUT_MS;
  const commandTimeoutMs = positiveMs('commandTimeoutMs', limitMs);
  const holds = new Members<Hold>();

  function termsOf(asked: AcquireOptions): Terms {
    const leaseMs = asked.leaseMs === undefined ? defaultLeaseMs : positiveMs('leaseMs', asked.leaseMs);
    const maxHoldMs = asked.maxHoldMs === undefined ? defaultMaxHoldMs : maxHoldOf(asked.maxHoldMs);
    const watchdog = asked.watchdog ?? options.watchdog ?? !kind.fixed;
    if (watchdog && kind.fixed)
      throw new LockError('extend-unsupported', 'This kind of lock has no watchdog');
    return { leaseMs, maxHoldMs, watchdog };
  }

  /** Uses callbacks where `await` would read better: each turn of the microtask queue adds to the cost of a lock. */
  function attempt<T>(ask: AttemptRequest<Key>, resultOf: (outcome: Attempt<L>) => T): Promise<T> {
    const { wait, terms, token, waits, keeps } = ask;
    const { key } = wait;
    const over = overOf(wait);
    if (over) return Promise.reject(over);
    const { leaseMs, maxHoldMs, watchdog } = terms;
    const undo = () => {
      if (keeps?.()) return;
      protocol.release(key, token, leaseMs, 0).catch(() => {}); // else the lease ends it
      // Sent after the commands that the end of the wait sent: an attempt that arrives later has joined the queue again.
      if (waits) protocol.giveUp?.(key, token).catch(() => {}); // else its deadline ends it
    };
    const sentMs = monotonicMs();
    const deadlineMs = sentMs + (protocol.validityMs?.(leaseMs) ?? leaseMs);
    const call = protocol.acquire({ key, token, leaseMs, holdCount: 1, waits });
    // Built while the command is under way: work after the answer delays the caller.
    const under = { key, token, leaseMs, deadlineMs, watchdog, maxHoldMs, protocol, commandTimeoutMs, holds };
    const hold = new Hold(under);

    function outcomeOf(reply: LockReply): Attempt<L> {
      if (reply.code === ReplyCode.otherHolder) {
        const { detail: ttlMs, silent = false, retryMs, failure } = reply;
        return { busy: true, ttlMs, silent, retryMs, failure };
      }
      if (reply.code !== ReplyCode.done) throw invalid('key', 'holds something that is no lock of this kind');
      const nowMs = monotonicMs();
      if (nowMs >= deadlineMs) {
        undo();
        throw noAnswer(key, leaseMs);
      }
      hold.begin(nowMs);
      const held = { hold, key: ask.key, bytes: key, token, commandTimeoutMs, reply };
      return { busy: false, result: kind.leaseOf(held) };
    }

    const answering = {
      convert: (reply: LockReply) => resultOf(outcomeOf(reply)),
      abandoned: () => void call.then(undo, undo),
    };
    return answerOf(wait, call, commandTimeoutMs, answering, sentMs);
  }

  return { attempt, termsOf, holds, commandTimeoutMs };
}

function maxHoldOf(ms: number): number {
  return ms === Number.POSITIVE_INFINITY ? ms : positiveMs('maxHoldMs', ms);
}
