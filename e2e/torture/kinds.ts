import type { Redis } from 'ioredis';
import type { AcquireOptions, Lease, WaitOptions } from '../../lib/locks';
import * as locks from '../../lib/locks';
import { KINDS, type Kind, type Mode } from './events';
import { LONGEST_LEASE_MS, type RoundPlan } from './plan-round';

/** A lease of any kind; what a kind does not have is undefined. */
export type AnyLease = Lease & {
  reenter?(options?: { leaseMs?: number }): Promise<AnyLease>;
  acquireRead?(options?: { leaseMs?: number }): Promise<AnyLease>;
  fencingToken?: bigint;
};

type Client = {
  tryAcquire(key: string | string[], options: AcquireOptions): Promise<AnyLease | null>;
  acquire(key: string | string[], options: WaitOptions): Promise<AnyLease>;
  forceRelease(key: string | string[], seen: unknown): Promise<unknown>;
  close(): Promise<void>;
};

type Settings = {
  redis?: Redis;
  nodes?: Redis[];
  leaseMs: number;
  commandTimeoutMs: number;
  [setting: string]: unknown;
};
type Seen = { token: string; holdCount?: number };

/** One kind of lock as actors use it. */
export type OpenKind = {
  clientOf(mode: Mode): Client;
  /** Who holds the lock now, as `forceRelease` wants to be told; undefined where this is not tried. */
  look?(key: string): Promise<Seen | null>;
  close(): Promise<void>;
};

type Connections = { single: Redis; nodes: Redis[] };
type Description = {
  /** The export of the client that makes it. */
  create: string;
  open(create: Create, connections: Connections, plan: RoundPlan): OpenKind;
};
type Create = (settings: Settings) => unknown;

const settingsOf = ({ leaseMs, commandTimeoutMs }: RoundPlan) => ({ leaseMs, commandTimeoutMs });

const KINDS_OF_CLIENT: Record<Kind, Description> = {
  mutex: {
    create: 'createMutex',
    open: (create, { single }, plan) => ({
      ...oneClient(create({ ...settingsOf(plan), redis: single })),
      look: async (key) => tokenSeen(await single.get(key)),
    }),
  },
  reentrant: { create: 'createReentrant', open: openHash },
  fair: {
    create: 'createFair',
    open: (create, connections, plan) =>
      openHash((settings) => create({ ...settings, queueMs: plan.queueMs }), connections, plan),
  },
  fenced: { create: 'createFenced', open: openHash },
  'multi-lock': {
    create: 'createMultiLock',
    open: (create, { single }, plan) => oneClient(create({ ...settingsOf(plan), redis: single })),
  },
  'read-write': {
    create: 'createReadWrite',
    open: (create, { single }, plan) => {
      const both = create({ ...settingsOf(plan), redis: single }) as {
        read: Client;
        write: Client;
      } & Pick<Client, 'close'>;
      return {
        clientOf: (mode) => (mode === 'read' ? both.read : both.write),
        look: (key) => lookIntoHash(single, key),
        close: () => both.close(),
      };
    },
  },
  semaphore: {
    create: 'createSemaphore',
    open: (create, { single }, plan) => ({
      ...oneClient(create({ ...settingsOf(plan), redis: single, permits: plan.permits })),
      look: async (key) => {
        const [permit] = await single.zrangeBuffer(`{${key}}:timeout`, '0', '0');
        return permit ? { token: permit.toString('hex') } : null;
      },
    }),
  },
  redlock: {
    create: 'createRedlock',
    open: (create, { nodes }, plan) => {
      const rejectRestarted = plan.rejectRestarted && LONGEST_LEASE_MS;
      return {
        ...oneClient(create({ ...settingsOf(plan), nodes, nodeTimeoutMs: 60, rejectRestarted })),
        look: async (key) => tokenSeen((await nodes[0]?.get(key)) ?? null),
      };
    },
  },
};

function oneClient(made: unknown): OpenKind {
  const client = made as Client;
  return { clientOf: () => client, close: () => client.close() };
}

function openHash(create: Create, { single }: Connections, plan: RoundPlan): OpenKind {
  return {
    ...oneClient(create({ ...settingsOf(plan), redis: single })),
    look: (key) => lookIntoHash(single, key),
  };
}

async function lookIntoHash(redis: Redis, key: string): Promise<Seen | null> {
  const { mode: _, ...holders } = await redis.hgetall(key);
  const [holder] = Object.entries(holders);
  return holder ? { token: holder[0], holdCount: Number(holder[1]) } : null;
}

function tokenSeen(token: string | null): Seen | null {
  return token === null ? null : { token };
}

function creatorOf(kind: Kind): Create | null {
  const made = (locks as Record<string, unknown>)[KINDS_OF_CLIENT[kind].create];
  return typeof made === 'function' ? (made as Create) : null;
}

/** The kinds that the client exports. */
export function exportedKinds(): Kind[] {
  return KINDS.filter((kind) => creatorOf(kind) !== null);
}

/** A client of this kind on these connections. Throws when it is not exported. */
export function openKind(kind: Kind, connections: Connections, plan: RoundPlan): OpenKind {
  const create = creatorOf(kind);
  if (!create) throw new Error(`lib/locks exports no ${KINDS_OF_CLIENT[kind].create}`);
  return KINDS_OF_CLIENT[kind].open(create, connections, plan);
}
