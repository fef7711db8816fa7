import {
  type AcquireOptions,
  createFair,
  createFenced,
  createMultiLock,
  createReadWrite,
  createReentrant,
  createSemaphore,
  type FencedLease,
  type Lease,
  type LockClientOptions,
  type ReentrantLease,
  type WaitOptions,
  type WriteLease,
} from '../../lib/locks';
import { type Asked, type Held, keysOf, type Party, type SharedKind } from './party';

type Waiting = Asked & { waitMs?: number; signal?: AbortSignal };

export type OurHeld = Held & { readonly signal: AbortSignal; again(kind?: 'read'): Promise<OurHeld> };

export type OurParty = Omit<Party, 'take' | 'acquire' | 'wait'> & {
  take(kind: SharedKind, key: string, asked?: Asked): Promise<OurHeld | null>;
  acquire(kind: SharedKind, key: string, asked?: Waiting): Promise<OurHeld>;
  wait(kind: SharedKind, key: string, asked?: Waiting): Promise<{ held: Promise<OurHeld> }>;
  /** Frees a lock that is held as `seen`; throws as the client's own. */
  forceRelease(
    kind: SharedKind,
    key: string,
    seen: { token: string; holdCount: number },
  ): Promise<{ woken: number }>;
  close(): Promise<void>;
};

const FOR_EVER = { waitMs: Number.POSITIVE_INFINITY };

type AnyLease = Lease<unknown> & Partial<Pick<WriteLease, 'acquireRead'> & Pick<FencedLease, 'fencingToken'>>;
type AnyLock = {
  tryAcquire(key: string, asked: Asked): Promise<AnyLease | null>;
  acquire(key: string, asked: WaitOptions): Promise<AnyLease>;
  forceRelease(key: string, seen: { token: string; holdCount: number }): Promise<{ woken: number }>;
};

/** Our clients of every kind over one connection. */
export function ourParty(options: LockClientOptions): OurParty {
  const readWrite = createReadWrite(options);
  const semaphore = createSemaphore(options);
  const multi = createMultiLock(options);
  const reentrant = createReentrant(options);
  const fair = createFair(options);
  const fenced = createFenced(options);
  const locks: Record<SharedKind, AnyLock> = {
    reentrant,
    fair,
    fenced,
    read: readWrite.read,
    write: readWrite.write,
    permit: {
      tryAcquire: (key, asked) => semaphore.tryAcquire(key, asked),
      acquire: (key, asked) => semaphore.acquire(key, asked),
      forceRelease: (key, { token }) => semaphore.forceRelease(key, { token }), // a permit has no hold count
    },
    multi: {
      tryAcquire: (key, asked) => multi.tryAcquire(keysOf('multi', key), asked),
      acquire: (key, asked) => multi.acquire(keysOf('multi', key), asked),
      forceRelease: (key, seen) => multi.forceRelease(keysOf('multi', key), seen),
    },
  };

  return {
    name: 'ours',
    async take(kind, key, asked = {}) {
      const lease = await locks[kind].tryAcquire(key, leased(asked));
      return lease && heldOf(lease);
    },
    acquire: async (kind, key, asked) =>
      heldOf(await locks[kind].acquire(key, { ...FOR_EVER, ...leased(asked) })),
    wait(kind, key, asked) {
      return new Promise((resolve, reject) => {
        const onWaiting = () => resolve({ held });
        const held = locks[kind].acquire(key, { ...FOR_EVER, ...leased(asked), onWaiting }).then(heldOf);
        held.then(() => reject(new Error('the lock was free')), reject);
      });
    },
    setPermits: (key, permits) => semaphore.trySetPermits(key, permits),
    async permits(key) {
      return (await semaphore.permits(key)) ?? { available: -1, held: -1 };
    },
    forceRelease: (kind, key, seen) => locks[kind].forceRelease(key, seen),
    async close() {
      const clients = [readWrite, semaphore, multi, reentrant, fair, fenced];
      await Promise.all(clients.map((client) => client.close()));
    },
  };
}

function heldOf(lease: AnyLease): OurHeld {
  return {
    token: lease.token,
    fencingToken: lease.fencingToken ?? null,
    signal: lease.signal,
    release: () => lease.release(),
    async again(kind) {
      if (kind === 'read' && lease.acquireRead) return heldOf(await lease.acquireRead());
      if (kind === undefined && 'reenter' in lease) return heldOf(await (lease as ReentrantLease).reenter());
      throw new Error('this lease cannot be taken again');
    },
  };
}

/** As `Asked` says: what names its lease is not under the watchdog. */
function leased<A extends Asked>(asked?: A): AcquireOptions & Partial<A> {
  return { ...asked, watchdog: asked?.leaseMs === undefined } as AcquireOptions & Partial<A>;
}
