import type { ByteString } from '../../domain/keys/bytes';
import { forcedKeyOf } from '../../domain/keys/forced';
import { readHoldsBaseOf, rwChannelOf, writeOwnerOf } from '../../domain/keys/redisson-names';
import { LockError } from '../../domain/values/lock-error';
import { ReplyCode } from '../../redis/reply-code';
import { scripts } from '../../redis/scripts.generated';
import { acquireChecks, checkOptions, clientChecks, reentrantSeen } from '../core/checks';
import { createLockCore, type LockClient } from '../core/client';
import type { Hold } from '../core/lease/hold';
import type { Held } from '../core/lease/lease';
import type { LockLink } from '../core/link';
import type { LockImplementation } from '../core/lock-kind';
import type { AcquireOptions, CloseOptions, LockClientOptions } from '../core/options';
import { overLink } from '../core/over-link';
import type { LockProtocol } from '../core/protocol';
import { forceReleased } from './force-release';
import { HeldReentrantLease, type ReentrantLease, reentrantLeaseOf, releaseBy } from './reentry';

/** What `forceRelease` compares: one holder and how often it has the lock. A writer's token ends in `:write`. */
export type ReadWriteSeen = { token: string; holdCount: number };

export type WriteLease = ReentrantLease & {
  /**
   * Lets the writer read as well; released after this write lease, that makes a reader of the writer with no moment
   * between in which another writes. Throws as `reenter`.
   */
  acquireRead(options?: Omit<AcquireOptions, 'signal'>): Promise<ReentrantLease>;
};

export type ReadWrite = {
  /** Shared with all who read. */
  read: LockClient<ReentrantLease, ReadWriteSeen>;
  /** Alone. A reader cannot become a writer. */
  write: LockClient<WriteLease, ReadWriteSeen>;
  /** Closes both, each within `timeoutMs`. A side that is closed alone leaves the connection to the other. */
  close(options?: CloseOptions): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

/**
 * A lock that many read or one writes: on the wire Redisson's RReadWriteLock. Each read hold has a lease of its own. Whoever
 * asks when it is free gets it: readers that keep coming can keep a writer waiting.
 */
export function createReadWrite(options: LockClientOptions): ReadWrite {
  const reads = overLink(options, clientChecks);
  const writes = overLink(options, clientChecks);
  const reader = createLockCore<ReentrantLease, ReadWriteSeen>(options, {
    ...reads.shared,
    ...sideOf(reads.link, 'read'),
    protocol: { ...reads.shared.protocol, ...readProtocol(reads.link) },
    newToken: (identity) => identity.ownerToken(),
    leaseOf: reentrantLeaseOf,
  });

  /** What a writer reads by: its leases of one hold share one read hold, whose calls go one after another. */
  const readsOf = new WeakMap<Hold, { last: ReentrantLease | null; queue: Promise<unknown> }>();

  function readAs(held: Held, asked: AcquireOptions): Promise<ReentrantLease> {
    const reads = readsOf.get(held.hold) ?? { last: null, queue: Promise.resolve() };
    readsOf.set(held.hold, reads);
    const run = reads.queue.then(async () => {
      const living = reads.last && reads.last.holdCount > 0 && !reads.last.signal.aborted ? reads.last : null;
      const lease = living ? await living.reenter(asked) : await readFirst(held, asked);
      try {
        // Only if it still writes: a lock that lapsed may have been another's between, and was free to read again.
        await held.hold.extend(1);
      } catch (error) {
        await lease.release().catch(() => {}); // else its lease ends it
        throw error;
      }
      reads.last = lease;
      return lease;
    });
    reads.queue = run.catch(() => {}); // the caller has it
    return run;
  }

  async function readFirst(held: Held, asked: AcquireOptions): Promise<ReentrantLease> {
    const token = held.token.replace(/:write$/, '');
    const lease = await reader.takeAs(held.key, token, asked);
    if (lease) return lease;
    await held.hold.extend(1); // says how it was lost
    throw new LockError('unexpected-reply', 'The writer may not read', { token });
  }

  const writer = createLockCore<WriteLease, ReadWriteSeen>(options, {
    ...writes.shared,
    ...sideOf(writes.link, 'write'),
    protocol: { ...writes.shared.protocol, ...writeProtocol(writes.link) },
    newToken: (identity) => writeOwnerOf(identity.ownerToken()),
    leaseOf: (held) => new HeldWriteLease(held, readAs),
  });

  async function close(how?: CloseOptions): Promise<void> {
    await Promise.all([reader.client.close(how), writer.client.close(how)]);
  }
  return { read: reader.client, write: writer.client, close, [Symbol.asyncDispose]: () => close() };
}

type ReadAs = (held: Held, asked: AcquireOptions) => Promise<ReentrantLease>;

class HeldWriteLease extends HeldReentrantLease implements WriteLease {
  constructor(
    held: Held,
    private readonly readAs: ReadAs,
  ) {
    super(held);
  }

  async acquireRead(options: Omit<AcquireOptions, 'signal'> = {}): Promise<ReentrantLease> {
    const { signal, ...checks } = acquireChecks;
    checkOptions(options, checks);
    return this.readAs(this.held, options);
  }

  protected override again(held: Held): this {
    return new HeldWriteLease(held, this.readAs) as this;
  }
}

type Side = Pick<LockProtocol, 'kind' | 'acquire' | 'renew' | 'release' | 'listen'>;

function readProtocol(link: LockLink): Side {
  return {
    kind: 'read',
    acquire: ({ key, token, leaseMs, holdCount }) =>
      link.run(scripts.acquireRead, keysOf(key), [token, leaseMs, holdCount]),
    renew: (key, token, leaseMs) => link.renew(scripts.renewRead, keysOf(key), [token, leaseMs]),
    release: releaseBy(link, scripts.releaseRead, keysOf, rwChannelOf),
    listen: (key) => link.subscribe(rwChannelOf(key)),
  };
}

function writeProtocol(link: LockLink): Side {
  return {
    kind: 'write',
    acquire: ({ key, token, leaseMs, holdCount }) =>
      link.run(scripts.acquireWrite, [key], [token, leaseMs, holdCount]),
    renew: (key, token, leaseMs) => link.renew(scripts.renewWrite, [key], [token, leaseMs]),
    release: releaseBy(link, scripts.releaseWrite, keysOf, rwChannelOf),
    listen: (key) => link.subscribe(rwChannelOf(key)),
  };
}

function sideOf(
  link: LockLink,
  mode: 'read' | 'write',
): Pick<LockImplementation<never, ReadWriteSeen, never>, 'seen' | 'forceRelease'> {
  return {
    seen: reentrantSeen,
    async forceRelease(key, { token, holdCount }) {
      const reply = await link.publishingBy((command) => {
        const args = [mode, token, holdCount, rwChannelOf(key), command, forcedKeyOf(key, token)];
        return link.run(scripts.forceReleaseReadWrite, keysOf(key), args);
      });
      // Freed, and others read on: nobody had to be woken.
      if (reply.code === ReplyCode.stillHeld) return { woken: 0 };
      return forceReleased(key, reply);
    },
  };
}

function keysOf(key: ByteString): ByteString[] {
  return [key, readHoldsBaseOf(key)];
}
