import { channelOf, fairChannelOf, fairDeadlinesOf, fairQueueOf } from '../../domain/keys/redisson-names';
import { scripts } from '../../redis/scripts.generated';
import { positiveMs } from '../core/arguments';
import { clientChecks, reentrantSeen } from '../core/checks';
import { createLockClient, type LockClient } from '../core/client';
import type { LockClientOptions } from '../core/options';
import { overLink } from '../core/over-link';
import type { LockProtocol } from '../core/protocol';
import {
  forceReleaseReentrant,
  type ReentrantLease,
  type ReentrantSeen,
  reentrantLeaseOf,
  reentrantSteps,
  releaseBy,
} from './reentry';

export type FairOptions = LockClientOptions & {
  /**
   * How long after its turn was due a waiter that is not heard of keeps its place, ms: Redisson's `fairLockWaitTimeout`,
   * which every client of a lock must set to the same. Default 300,000, as Redisson's.
   */
  queueMs?: number;
};

export type Fair = LockClient<ReentrantLease, ReentrantSeen>;

const DEFAULT_QUEUE_MS = 300_000;

/**
 * A reentrant lock that is given in the order in which `acquire` was called, over all processes: on the wire Redisson's
 * RFairLock, one queue for both. Every waiter has a place and a channel of its own. `tryAcquire` does not queue and takes
 * nothing while others wait. A waiter whose process died blocks those behind it until its deadline in the queue.
 */
export function createFair(options: FairOptions): Fair {
  const { link, shared } = overLink(options, { ...clientChecks, queueMs: positiveMs });
  const queueMs = positiveMs('queueMs', options.queueMs ?? DEFAULT_QUEUE_MS);
  const keysOf = (key: string) => [key, fairQueueOf(key), fairDeadlinesOf(key)];
  const protocol: LockProtocol = {
    ...shared.protocol,
    ...reentrantSteps(link),
    kind: 'fair',
    line: 'own',
    recheckMs: queueMs / 3, // who is not heard of for half its wait loses its place
    acquire: ({ key, token, leaseMs, holdCount, waits }) =>
      link.run(scripts.acquireFair, keysOf(key), [token, leaseMs, holdCount, waits ? queueMs : 0]),
    release: releaseBy(link, scripts.releaseFair, keysOf, channelOf),
    giveUp: (key, token) =>
      link.publishingBy((command) =>
        link.run(scripts.giveUpFair, keysOf(key), [token, queueMs, channelOf(key), command]),
      ),
    listen: (key, token) => link.subscribe(fairChannelOf(key, token)),
  };
  return createLockClient<ReentrantLease, ReentrantSeen>(options, {
    ...shared,
    protocol,
    tokenWaits: true,
    newToken: (identity) => identity.ownerToken(),
    seen: reentrantSeen,
    leaseOf: reentrantLeaseOf,
    forceRelease: (key, seen) => forceReleaseReentrant(link, key, seen),
  });
}
