import { fenceOf } from '../../domain/keys/redisson-names';
import { LockError } from '../../domain/values/lock-error';
import { scripts } from '../../redis/scripts.generated';
import { clientChecks, reentrantSeen } from '../core/checks';
import { createLockClient, type LockClient } from '../core/client';
import type { Held } from '../core/lease/lease';
import type { LockClientOptions } from '../core/options';
import { overLink } from '../core/over-link';
import type { LockProtocol } from '../core/protocol';
import {
  forceReleaseReentrant,
  HeldReentrantLease,
  type ReenterOptions,
  type ReentrantLease,
  type ReentrantSeen,
  reentrantSteps,
} from './reentry';

export type FencedLease = Omit<ReentrantLease, 'reenter'> & {
  /**
   * Grows with every acquisition and re-entry of this key, by whomever. A resource that refuses a token smaller than one
   * it has seen is safe from a holder that does not know yet that it lost the lock.
   */
  readonly fencingToken: bigint;
  /** As `ReentrantLease.reenter`; the new lease has a larger fencing token. */
  reenter(options?: ReenterOptions): Promise<FencedLease>;
};

export type Fenced = LockClient<FencedLease, ReentrantSeen>;

/**
 * A reentrant lock that gives every acquisition a growing number, in the script that takes it: on the wire Redisson's
 * RFencedLock. The counter stays in Redis for ever; it is as durable as Redis itself is: a failover to a replica that
 * lags, or a restart without persistence, can give a number twice, or a smaller one to a later holder.
 */
export function createFenced(options: LockClientOptions): Fenced {
  const { link, shared } = overLink(options, clientChecks);
  const protocol: LockProtocol = {
    ...shared.protocol,
    ...reentrantSteps(link),
    kind: 'fenced',
    async acquire({ key, token, leaseMs, holdCount }) {
      const reply = await link.run(scripts.acquireFenced, [key, fenceOf(key)], [token, leaseMs, holdCount]);
      if (reply.text === '0')
        throw new LockError('unexpected-reply', 'The fencing counter is gone', { key: fenceOf(key) });
      return reply;
    },
  };
  return createLockClient<FencedLease, ReentrantSeen>(options, {
    ...shared,
    protocol,
    newToken: (identity) => identity.ownerToken(),
    seen: reentrantSeen,
    leaseOf: (held) => new HeldFencedLease(held),
    forceRelease: (key, seen) => forceReleaseReentrant(link, key, seen),
  });
}

class HeldFencedLease extends HeldReentrantLease implements FencedLease {
  readonly fencingToken: bigint;

  constructor(held: Held) {
    super(held);
    this.fencingToken = BigInt(held.reply.text ?? 0);
  }
}
