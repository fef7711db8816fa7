import type { ByteString } from '../../domain/keys/bytes';
import { forcedKeyOf } from '../../domain/keys/forced';
import { channelOf, fairDeadlinesOf, fairQueueOf } from '../../domain/keys/redisson-names';
import type { Script } from '../../redis/run-script';
import { scripts } from '../../redis/scripts.generated';
import { type LockKey, positiveMs } from '../core/arguments';
import { abortSignal, checkOptions } from '../core/checks';
import { type Held, HeldLease, type Lease } from '../core/lease/lease';
import type { LockLink } from '../core/link';
import type { LockProtocol } from '../core/protocol';
import { unlimited } from '../core/wait/wait';
import { forceReleased } from './force-release';

/** What the locks of the RLock family say to Redis in the same way. */
export function reentrantSteps(link: LockLink): Pick<LockProtocol, 'renew' | 'release' | 'listen'> {
  return {
    renew: (key, token, leaseMs) => link.renew(scripts.renewReentrant, [key], [token, leaseMs]),
    release: releaseBy(link, scripts.releaseReentrant, (key) => [key], channelOf),
    listen: (key) => link.subscribe(channelOf(key)),
  };
}

/** Gives a hold back by a script whose ARGV are holder token, lease, release channel, publish command, holds left. */
export function releaseBy(
  link: LockLink,
  script: Script,
  keysOf: (key: ByteString) => ByteString[],
  channelOf: (key: ByteString) => ByteString,
): LockProtocol['release'] {
  return (key, token, leaseMs, left) =>
    link.publishingBy((command) =>
      link.run(script, keysOf(key), [token, leaseMs, channelOf(key), command, left]),
    );
}

export type ReenterOptions = { leaseMs?: number; signal?: AbortSignal };

export type ReentrantLease = Lease & {
  /**
   * Takes the lock once more for the same holder, at once and without waiting; the lock is free when every lease of it was
   * released. The lease they share is raised to `leaseMs` (default: what it was), never shortened.
   * Throws `lost` when there is nothing to re-enter any more, `not-held` after the last release, `aborted`, `timed-out`.
   */
  reenter(options?: ReenterOptions): Promise<ReentrantLease>;
};

/** The lease of a lock that may be taken again. */
export class HeldReentrantLease extends HeldLease<LockKey> implements ReentrantLease {
  async reenter(options: ReenterOptions = {}): Promise<this> {
    checkOptions(options, { leaseMs: positiveMs, signal: abortSignal });
    const { leaseMs, signal } = options;
    const { hold, bytes } = this.held;
    const ms = leaseMs === undefined ? hold.leaseMs : positiveMs('leaseMs', leaseMs);
    const reply = await hold.reenter(ms, { ...unlimited(bytes), signal });
    return this.again({ ...this.held, reply });
  }

  /** Another lease of the same hold. */
  protected again(held: Held): this {
    return new (this.constructor as new (held: Held) => this)(held);
  }
}

export function reentrantLeaseOf(held: Held): ReentrantLease {
  return new HeldReentrantLease(held);
}

/** What `forceRelease` compares: the one holder of the lock and how often it has it. */
export type ReentrantSeen = { token: string; holdCount: number };

/** Frees a lock of the RLock family, fair ones included, as it was seen. */
export async function forceReleaseReentrant(
  link: LockLink,
  key: ByteString,
  { token, holdCount }: ReentrantSeen,
): Promise<{ woken: number }> {
  const keys = [key, fairQueueOf(key), fairDeadlinesOf(key)];
  const reply = await link.publishingBy((command) => {
    const args = [token, holdCount, channelOf(key), command, forcedKeyOf(key, token)];
    return link.run(scripts.forceReleaseReentrant, keys, args);
  });
  return forceReleased(key, reply);
}
