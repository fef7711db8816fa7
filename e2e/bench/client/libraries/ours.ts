import type { Redis } from 'ioredis';
import { compiledLocks } from '../compiled-locks';
import { type Contender, LEASE_MS, type Opened } from '../contender';
import { connectNodes, type Nodes } from '../nodes';

type AnyLease = { release(): Promise<void> };
type AnyClient = {
  tryAcquire(key: string): Promise<AnyLease | null>;
  acquire(key: string, options: { waitMs: number; onWaiting?: () => void }): Promise<AnyLease>;
  close(): Promise<void>;
};
type Options = { redis?: Redis; nodes?: Redis[]; leaseMs: number; nodeTimeoutMs?: number };

/** Default of `createRedlock` for `LEASE_MS`. */
export const NODE_TIMEOUT_MS = 100;

/** What the client exports today: a kind of lock that does not exist yet is left out. */
const exported = (await compiledLocks()) as unknown as Record<
  string,
  ((options: Options) => AnyClient) | undefined
>;

type Variant = { name: string; create: string; by: 'tryAcquire' | 'acquire'; settings: string };

const VARIANTS: Variant[] = [
  {
    name: 'mutex',
    create: 'createMutex',
    by: 'tryAcquire',
    settings: 'tryAcquire without wait, with its watchdog as shipped',
  },
  { name: 'mutex acquire', create: 'createMutex', by: 'acquire', settings: 'acquire with a wait allowed' },
  {
    name: 'reentrant',
    create: 'createReentrant',
    by: 'tryAcquire',
    settings: 'with its watchdog as shipped',
  },
  { name: 'fair', create: 'createFair', by: 'tryAcquire', settings: 'with its watchdog as shipped' },
  { name: 'fenced', create: 'createFenced', by: 'tryAcquire', settings: 'with its watchdog as shipped' },
];

function contenderOf(
  { name, by, settings }: Variant,
  create: (nodes: Nodes) => AnyClient,
  waitMs = 600_000,
): Contender {
  return {
    name: `ours: ${name}`,
    settings: `one client per process; ${settings}`,
    kind: 'ours',
    pollMs: 0,
    async open(urls): Promise<Opened> {
      const nodes = await connectNodes(urls);
      const client = create(nodes);
      return {
        // Known to wait by `onWaiting`: the lock was found held although its release channel is subscribed.
        lockOf: (key) => async (waiting) => {
          const lease =
            by === 'acquire' || waiting
              ? await client.acquire(key, { waitMs, onWaiting: waiting })
              : await client.tryAcquire(key);
          if (!lease) throw new Error(`${key} is held`);
          return () => lease.release();
        },
        redis: nodes.one,
        async close() {
          await client.close();
          nodes.disconnect();
        },
      };
    },
  };
}

/** Our locks on one server; those that wait are asked by `acquire` as soon as somebody wants to know. */
export const ours: Contender[] = VARIANTS.flatMap((variant) => {
  const create = exported[variant.create];
  if (!create) return [];
  return contenderOf(variant, (nodes) => create({ redis: nodes.one, leaseMs: LEASE_MS }));
});

function redlockOf(nodeTimeoutMs: number, settings: string): Contender[] {
  const create = exported.createRedlock;
  if (!create) return [];
  const variant: Variant = { name: 'redlock', create: 'createRedlock', by: 'tryAcquire', settings };
  return [
    contenderOf(variant, (nodes) => create({ nodes: [...nodes.clients], leaseMs: LEASE_MS, nodeTimeoutMs })),
  ];
}

/** Our lock on several servers, once it exists. */
export const oursRedlock = redlockOf(
  1_000,
  'nodeTimeoutMs 1000 where all answer: a busy machine is no dead node',
);
/** The same for nodes that may hang: what is shipped for this lease. */
export const oursRedlockStrict = redlockOf(NODE_TIMEOUT_MS, 'nodeTimeoutMs as shipped');
