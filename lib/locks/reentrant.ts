import { randomUUID } from 'node:crypto';
import { channelOf, fairDeadlinesOf, fairQueueOf } from '../domain/redisson-names';
import { runScript } from '../redis/run-script';
import { scripts } from '../redis/scripts.generated';
import { positiveMs } from './arguments';
import { createLockClient, type LockClient, type LockClientOptions } from './client';
import { forceReleased } from './force-release';
import { type Held, type Lease, leaseOf } from './lease';
import type { LockProtocol } from './protocol';
import { unlimited } from './wait';

/** What `forceRelease` compares: the one holder of the lock and how often it has it. */
export type ReentrantSeen = { token: string; holdCount: number };

export type ReentrantLease = Lease & {
  /**
   * Takes the lock once more for the same holder, at once and without waiting; the lock is free when every lease of it was
   * released. The lease they share is raised to `leaseMs` (default: what it was), never shortened.
   * Throws `lost` when there is nothing to re-enter any more, `not-held` after the last release, `aborted`, `timed-out`.
   */
  reenter(options?: { leaseMs?: number; signal?: AbortSignal }): Promise<ReentrantLease>;
};

export type Reentrant = LockClient<ReentrantLease, ReentrantSeen>;

const PROCESS_ID = randomUUID();
let owners = 0;

/**
 * A lock that its holder may take again, on the wire Redisson's RLock: both exclude and wake each other. Each acquisition
 * is a holder of its own (`<uuid of this process>:<number>`); re-entry is by its lease. As in Redisson, an acquisition
 * that names no `leaseMs` is renewed by the watchdog, one that names it is not, unless `watchdog` says otherwise.
 */
export function createReentrant(options: LockClientOptions): Reentrant {
  const { redis } = options;
  const protocol: LockProtocol = {
    channelOf,
    acquire: (key, token, leaseMs, holdCount) =>
      runScript(redis, scripts.acquireReentrant, [key], [token, leaseMs, holdCount]),
    renew: (key, token, leaseMs) => runScript(redis, scripts.renewReentrant, [key], [token, leaseMs]),
    release: (key, token, leaseMs, left) =>
      runScript(redis, scripts.releaseReentrant, [key], [token, leaseMs, channelOf(key), 'PUBLISH', left]),
  };

  function reentrantLeaseOf(held: Held): ReentrantLease {
    return Object.assign(leaseOf(held), {
      async reenter({ leaseMs, signal }: { leaseMs?: number; signal?: AbortSignal } = {}) {
        const ms = leaseMs === undefined ? held.hold.leaseMs() : positiveMs('leaseMs', leaseMs);
        await held.hold.reenter(ms, { ...unlimited(held.bytes), signals: signal ? [signal] : [] });
        return reentrantLeaseOf(held);
      },
    });
  }

  return createLockClient<ReentrantLease, ReentrantSeen>(options, {
    protocol,
    newToken: () => `${PROCESS_ID}:${++owners}`,
    renews: (asked) => asked.watchdog ?? (asked.leaseMs === undefined && (options.watchdog ?? true)),
    leaseOf: reentrantLeaseOf,
    async forceRelease(key, { token, holdCount }) {
      const keys = [key, fairQueueOf(key), fairDeadlinesOf(key)];
      const args = [token, holdCount, channelOf(key), 'PUBLISH'];
      return forceReleased(key, await runScript(redis, scripts.forceReleaseReentrant, keys, args));
    },
  });
}
