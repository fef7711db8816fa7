import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { createFair, createMutex, createReentrant, type Lease } from '../../lib/locks';
import { type Chronicle, timed } from './chronicle';
import { around } from './truth';

type Kind = 'reentrant' | 'fair' | 'mutex';
type Acquire = { leaseMs: number; watchdog?: boolean; signal?: AbortSignal };

/** A client with an identity and connections of its own, which takes down what it does. */
export type Actor = {
  /** Waits for it as long as it takes; null = it gave up because `signal` aborted. */
  acquire(key: string, options: Acquire): Promise<Hold | null>;
  close(): Promise<void>;
};

export type Hold = { token: string; release(): Promise<void> };

/** Longer than the server is away: a wait outlives that. */
const COMMAND_TIMEOUT_MS = 30_000;

const makers = { reentrant: createReentrant, fair: createFair, mutex: createMutex };

/** `label` tells it from the others of its application, which is called as its kind of lock. */
export function createActor(url: string, kind: Kind, label: string, chronicle: Chronicle): Actor {
  const redis = new Redis(url, { maxRetriesPerRequest: null });
  redis.on('error', () => {}); // ioredis connects again
  const client = makers[kind]({ redis, app: kind, label, commandTimeoutMs: COMMAND_TIMEOUT_MS });

  return {
    async acquire(key, { leaseMs, watchdog = true, signal }) {
      const calledMs = Date.now();
      let heardMs: number | null = null;
      let abortedMs = calledMs;
      const onWaiting = () => {
        heardMs = Date.now();
      };
      signal?.addEventListener('abort', () => {
        abortedMs = Date.now();
      });
      const by = kind === 'fair' ? 'queue' : 'channel';
      const terms = { leaseMs, watchdog, waitMs: Number.POSITIVE_INFINITY, onWaiting };
      const lease: Lease | null = await client
        .acquire(key, signal ? { ...terms, signal } : terms)
        .catch((error: unknown) => {
          if (signal?.aborted) return null;
          throw error;
        });
      const at = around(abortedMs, Date.now());
      if (heardMs !== null)
        chronicle.waited({ key, by, from: around(calledMs, heardMs), to: at, gotIt: lease !== null });
      if (!lease) return null;
      chronicle.began(key, lease.token, at, leaseMs);
      return {
        token: lease.token,
        async release() {
          const [, to] = await timed(() => lease.release());
          chronicle.ended(key, lease.token, to, 'released');
        },
      };
    },
    async close() {
      await client.close();
      redis.disconnect();
    },
  };
}

/** A lock that a program of another library takes, of whose waiters there is no trace: `SET NX PX`, and `DEL`. */
export async function takeForeign(
  redis: Redis,
  key: string,
  leaseMs: number,
  chronicle: Chronicle,
): Promise<Hold> {
  const token = randomUUID();
  const [reply, from] = await timed(() => redis.set(key, token, 'PX', leaseMs, 'NX'));
  if (reply === null) throw new Error(`${key} is held by another`);
  chronicle.began(key, token, from, leaseMs, true);
  return {
    token,
    async release() {
      const [, to] = await timed(() => redis.del(key));
      chronicle.ended(key, token, to, 'released');
    },
  };
}
