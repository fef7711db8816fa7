import { scripts } from '../../redis/scripts.generated';
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
} from './reentry';

export type Reentrant = LockClient<ReentrantLease, ReentrantSeen>;

/**
 * A lock that its holder may take again, on the wire Redisson's RLock: both exclude and wake each other. Each acquisition
 * is a holder of its own (`<uuid of this process>:<number>`); re-entry is by its lease. Renewed by the watchdog unless
 * `watchdog: false` says otherwise, also where `leaseMs` is named, which Redisson does not renew.
 */
export function createReentrant(options: LockClientOptions): Reentrant {
  const { link, shared } = overLink(options, clientChecks);
  const protocol: LockProtocol = {
    ...shared.protocol,
    ...reentrantSteps(link),
    kind: 'reentrant',
    acquire: ({ key, token, leaseMs, holdCount }) =>
      link.run(scripts.acquireReentrant, [key], [token, leaseMs, holdCount]),
  };
  return createLockClient<ReentrantLease, ReentrantSeen>(options, {
    ...shared,
    protocol,
    newToken: (identity) => identity.ownerToken(),
    seen: reentrantSeen,
    leaseOf: reentrantLeaseOf,
    forceRelease: (key, seen) => forceReleaseReentrant(link, key, seen),
  });
}
