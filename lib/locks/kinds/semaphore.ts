import { type ByteString, displayOf, fromUint8 } from '../../domain/keys/bytes';
import { forcedKeyOf } from '../../domain/keys/forced';
import { permitDeadlinesOf, semaphoreChannelOf } from '../../domain/keys/redisson-names';
import { LockError } from '../../domain/values/lock-error';
import { ReplyCode } from '../../redis/reply-code';
import { scripts } from '../../redis/scripts.generated';
import { invalid, keyBytes, type LockKey } from '../core/arguments';
import { DEFAULT_COMMAND_TIMEOUT_MS } from '../core/attempts';
import { clientChecks, text, wholeNumber } from '../core/checks';
import { createLockClient, type LockClient } from '../core/client';
import { type Lease, leaseOf } from '../core/lease/lease';
import type { LockClientOptions } from '../core/options';
import { overLink } from '../core/over-link';
import type { LockProtocol, LockReply } from '../core/protocol';
import { answerOf, unlimited } from '../core/wait/wait';
import { forceReleased } from './force-release';

export type SemaphoreOptions = LockClientOptions & {
  /**
   * How many permits a semaphore has that nobody has set up yet. Without it, one that was never set up has none to give,
   * and waiters wait for `trySetPermits`.
   */
  permits?: number;
};

/** What `forceRelease` compares: the permit's id, 32 hex digits. */
type PermitSeen = { token: string };

export type PermitCounts = { available: number; held: number };

export type Semaphore = LockClient<Lease, PermitSeen> & {
  /** Says how many permits there are, if nobody ever did; whether that was so. */
  trySetPermits(key: LockKey, permits: number): Promise<boolean>;
  /** How many permits are free and held now, or null when none were ever set up. Writes nothing. */
  permits(key: LockKey): Promise<PermitCounts | null>;
};

/**
 * Lets so many holders in at a time, each with a permit of its own that has a lease: on the wire Redisson's
 * RPermitExpirableSemaphore. A lease's token is its permit's id. Renewed by the watchdog unless
 * `watchdog: false` says otherwise. A permit whose lease ended goes to the next waiter.
 */
export function createSemaphore(options: SemaphoreOptions): Semaphore {
  const { link, shared } = overLink(options, { ...clientChecks, permits: wholeNumber });
  const initial = options.permits === undefined ? 'none' : permitCount('permits', options.permits);
  const keysOf = (key: ByteString) => [key, permitDeadlinesOf(key)];

  function give(key: ByteString, token: string, ...forced: ByteString[]): Promise<LockReply> {
    const [id, channel] = [idOf(token), semaphoreChannelOf(key)];
    return link.publishingBy((command) =>
      link.run(scripts.releasePermit, keysOf(key), [id, channel, command, ...forced]),
    );
  }

  const protocol: LockProtocol = {
    ...shared.protocol,
    kind: 'semaphore',
    async acquire({ key, token, leaseMs }) {
      const reply = await link.publishingBy((command) => {
        const args = [idOf(token), leaseMs, initial, semaphoreChannelOf(key), command];
        return link.run(scripts.acquirePermit, keysOf(key), args);
      });
      return reply.code === ReplyCode.absent ? { ...reply, code: ReplyCode.otherHolder } : reply;
    },
    renew: (key, token, leaseMs) => link.renew(scripts.renewPermit, keysOf(key), [idOf(token), leaseMs]),
    release: (key, token) => give(key, token),
    listen: (key) => link.subscribe(semaphoreChannelOf(key)),
  };
  const client = createLockClient<Lease, PermitSeen>(options, {
    ...shared,
    protocol,
    newToken: (identity) => identity.permitId(),
    seen: { token: text },
    leaseOf,
    async forceRelease(key, { token }) {
      const reply = await give(key, token, forcedKeyOf(key, token));
      return forceReleased(
        key,
        reply.code === ReplyCode.leaseEnded ? { ...reply, code: ReplyCode.done } : reply,
      );
    },
  });
  const limitMs = options.commandTimeoutMs ?? DEFAULT_COMMAND_TIMEOUT_MS;

  return {
    ...client,
    async trySetPermits(key, permits) {
      const bytes = keyBytes(key);
      const count = permitCount('permits', permits);
      const call = link.publishingBy((command) =>
        link.run(scripts.setPermits, keysOf(bytes), [count, semaphoreChannelOf(bytes), command]),
      );
      const { code } = await answerOf(unlimited(bytes), call, limitMs);
      if (code === ReplyCode.wrongType) throw noSemaphore();
      return code === ReplyCode.done;
    },
    async permits(key) {
      const bytes = keyBytes(key);
      const call = link.run(scripts.readPermits, keysOf(bytes), []);
      const { code, detail, text } = await answerOf(unlimited(bytes), call, limitMs);
      if (code === ReplyCode.wrongType) throw noSemaphore();
      return code === ReplyCode.done ? { available: detail, held: Number(text) } : null;
    },
  };
}

/** The 16 bytes of a permit's id. Throws `invalid-argument` on what is none. */
function idOf(token: string): ByteString {
  if (!/^[0-9a-f]{32}$/.test(token)) {
    const { text } = displayOf(token);
    throw new LockError('invalid-argument', 'A permit id has 32 hex digits', {
      argument: 'token',
      token: text,
    });
  }
  return fromUint8(Buffer.from(token, 'hex'));
}

function permitCount(name: string, permits: number): number {
  wholeNumber(name, permits);
  return permits;
}

function noSemaphore(): LockError {
  return invalid('key', 'holds something that is no semaphore');
}
